import { formatAmount, toAmount, toCents } from '#contract/money.ts'
import type { Block } from '#contract/niches/niche.ts'
import { isAtEyes, middleOfRow } from '#contract/niches/row-heights.ts'
import { t } from '#contract/words/t.ts'
import common from '#web/ui/common.module.css'
import styles from './MapChips.module.css'
import { toNicheGrid } from './niche-grid.ts'
import type { MapNiche } from './screen-status.ts'

interface MapChipsProps {
  chips: readonly MapChip[]
  /** The label of the pressed one. */
  pressed: string | undefined
  onPress: (label: string | undefined) => void
}

/** Marks free niches on the map. Pressed again, a chip marks nothing. */
export const MapChips = ({ chips, pressed, onPress }: MapChipsProps) =>
  chips.length > 0 && (
    <fieldset className={`${common.row2} ${styles.chips}`} data-screen-only>
      <legend className={common.help}>{t`Show free niches`}</legend>
      {chips.map(({ label, nicheIDs }) => (
        <button
          key={label}
          type="button"
          className={styles.chip}
          aria-pressed={label === pressed}
          onClick={() => onPress(label === pressed ? undefined : label)}
        >
          {label} <span>{nicheIDs.size}</span>
        </button>
      ))}
    </fieldset>
  )

interface MapChip {
  label: string
  nicheIDs: ReadonlySet<string>
}

const isFree = ({ status }: MapNiche) => status === 'Available'
const idsOf = (niches: readonly MapNiche[]) => new Set(niches.map(({ nicheID }) => nicheID))

/** What can be marked among the free niches of a block. A chip that would mark none or all of them is left out. */
export function mapChips(
  niches: readonly MapNiche[],
  { view, rowHeights }: Pick<Block, 'view' | 'rowHeights'>,
): MapChip[] {
  const { rows } = toNicheGrid(niches, view)
  const free = niches.filter(isFree)
  const limit = priceLimit(niches)
  const chips = [
    {
      label: t`Eye level`,
      marked: rows.filter((_, index) => isEyeLevel(index, rows.length, rowHeights)).flatMap(freeIn),
    },
    { label: t`Side by side`, marked: rows.flatMap(sideBySide) },
    ...(limit
      ? [{ label: t`Under ${formatAmount(toAmount(limit)).replace('.00', '')}`, marked: free.filter(isUnder(limit)) }]
      : []),
  ]
  return chips
    .filter(({ marked }) => marked.length > 0 && marked.length < free.length)
    .map(({ label, marked }) => ({ label, nicheIDs: idsOf(marked) }))
}

type Row = ReturnType<typeof toNicheGrid>['rows'][number]

/** True for a row at the eyes of somebody who sits or stands, or in the middle third of a wall that was not measured. */
const isEyeLevel = (index: number, count: number, heights: Block['rowHeights']) =>
  heights
    ? isAtEyes(middleOfRow(heights, index + 1, count))
    : index >= Math.floor(count / 3) && index < Math.ceil((count * 2) / 3)

const freeIn = ({ cells }: Row): MapNiche[] => cells.flatMap((niche) => (niche && isFree(niche) ? [niche] : []))

const sideBySide = ({ cells }: Row): MapNiche[] =>
  cells.flatMap((niche, at) => {
    const isPair = [cells[at - 1], cells[at + 1]].some((beside) => beside && isFree(beside))
    return niche && isFree(niche) && isPair ? [niche] : []
  })

const centsOf = ({ price }: MapNiche) => toCents(price) ?? 0
const isUnder = (limit: number) => (niche: MapNiche) => centsOf(niche) < limit

/** The middle of the block's prices, rounded up to a hundred; undefined if all cost the same. */
function priceLimit(niches: readonly MapNiche[]): number | undefined {
  const prices = niches.map(centsOf)
  const [least, most] = [Math.min(...prices), Math.max(...prices)]
  return least < most ? Math.ceil((least + most) / 2 / 100_00) * 100_00 : undefined
}
