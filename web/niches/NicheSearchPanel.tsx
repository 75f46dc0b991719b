import { type FormEvent, useState } from 'react'
import { formatAmount } from '#contract/money.ts'
import type { NicheRun } from '#contract/niches/api.ts'
import { buildingLevelBlock, codeRange, forPeople, saysPlace } from '#contract/niches/niche.ts'
import { plural } from '#contract/words/plural.ts'
import { t } from '#contract/words/t.ts'
import { ApiError, toErrorMessage } from '#web/api/api-error.ts'
import { T } from '#web/core/T.tsx'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { Button } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { FieldRow } from '#web/ui/form/Form.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { Money } from '#web/ui/Money.tsx'
import styles from './NicheSearchPanel.module.css'
import type { BlockChoice } from './use-block-selection.ts'
import type { NicheFinder, SearchCriteria } from './use-niche-search.ts'

interface NicheSearchPanelProps {
  finder: NicheFinder
  selection: BlockChoice
  disabled: boolean
}

/** These fields show their errors beside them. */
const fields = ['minPrice', 'maxPrice', 'minRow', 'maxRow'] as const
type FieldName = (typeof fields)[number]

const rowNumber = { type: 'number', min: 1, max: 200, inputMode: 'numeric' } as const

const anywhere = 'columbarium'
const scopes = () => [
  { value: 'block', label: t`This block` },
  { value: 'level', label: t`This level` },
  { value: 'building', label: t`This building` },
  { value: anywhere, label: t`Every building` },
]
const howMany = () =>
  Array.from({ length: 6 }, (_, index) => ({
    value: String(index + 1),
    label: index === 0 ? t`One niche` : t`${index + 1} side by side`,
  }))

/** 'Find one for me': search criteria in, free niches on the map out. */
export function NicheSearchPanel({ finder, selection, disabled }: NicheSearchPanelProps) {
  const [within, setWithin] = useState('building')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    finder.find({ ...criteriaIn(new FormData(event.currentTarget)), ...scopeOf(within, selection) })
  }
  const errors = finder.query.error instanceof ApiError ? finder.query.error.errors : {}
  const field = (name: FieldName) => ({ name, error: errors[name] })
  return (
    <details className={`${common.surface} ${styles.finder}`} data-screen-only>
      <summary>{t`Find one for me`}</summary>
      <form className={common.stack3} onSubmit={submit}>
        <SelectField
          label={t`How many`}
          name="adjacent"
          options={howMany()}
          help={t`Each niche is booked on its own. The total is for all of them.`}
        />
        <SelectField
          label={t`Where`}
          value={within}
          options={scopes()}
          onChange={(event) => setWithin(event.target.value)}
        />
        <FieldRow>
          <TextField label={t`Total from (SGD)`} {...field('minPrice')} inputMode="decimal" />
          <TextField label={t`Total up to (SGD)`} {...field('maxPrice')} inputMode="decimal" />
        </FieldRow>
        <FieldRow>
          <TextField label={t`From row`} {...field('minRow')} {...rowNumber} />
          <TextField label={t`To row`} {...field('maxRow')} {...rowNumber} />
        </FieldRow>
        <Button type="submit" variant="secondary" disabled={disabled} busy={finder.query.isFetching}>
          {t`Find niches`}
        </Button>
      </form>
      <SearchResults finder={finder} disabled={disabled} isExplained={fields.some((name) => errors[name])} />
    </details>
  )
}

function criteriaIn(form: FormData): SearchCriteria {
  const given = [...form].flatMap(([name, value]) => (typeof value === 'string' && value ? [[name, value]] : []))
  return Object.fromEntries(given)
}

function scopeOf(within: string, { buildingID, levelID, blockID }: NicheSearchPanelProps['selection']): SearchCriteria {
  if (within === 'block') return { blockID }
  if (within === 'level') return { levelID }
  return within === 'building' ? { buildingID } : {}
}

interface SearchResultsProps extends Omit<NicheSearchPanelProps, 'selection'> {
  /** The error is shown beside a field. */
  isExplained: boolean
}

/** The results, cheapest first; choosing one selects its first niche on the map. */
function SearchResults({ finder: { query, found, chosen, choose }, disabled, isExplained }: SearchResultsProps) {
  return (
    <>
      <p role="status" className={styles.outcome}>
        {query.isError
          ? !isExplained && toErrorMessage(query.error)
          : found && <Unbroken text={searchSummary(found)} />}
      </p>
      {found && found.rows.length > 0 && (
        <ol className={styles.runs}>
          {found.rows.map((run) => (
            <li key={run.niches[0]?.nicheID}>
              <button
                type="button"
                className={styles.run}
                aria-pressed={run === chosen}
                disabled={disabled}
                onClick={() => choose(run)}
              >
                <span className={`${common.numbers} ${styles.codes}`}>{codeRange(run.niches)}</span>
                <span className={common.numbers}>
                  <T>
                    Total <Money amount={run.total} />
                  </T>
                  {peopleIn(run)}
                </span>
                <span className={`${common.small} ${styles.whereabouts}`}>
                  {buildingLevelBlock(run)}
                  {positionsOf(run)}
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

function searchSummary({ rows: [first, ...rest], total }: NonNullable<NicheFinder['found']>): string {
  if (!first) return t`No free niche matches. Try a higher price, other rows or another building.`
  const listed = rest.length + 1
  const count = total ?? listed
  const from = formatAmount(first.total)
  const found = plural(count, {
    one: t`One place found, total from ${from}.`,
    other: t`${count} places found, total from ${from}.`,
  })
  return listed < count ? `${found} ${t`The cheapest ${listed} are listed.`}` : found
}

/** Empty where the codes say something else. */
function positionsOf({ niches }: NicheRun): string {
  const [first, last] = [niches[0]?.nicheColumn, niches.at(-1)?.nicheColumn]
  if (!niches.every(saysPlace)) return ''
  const row = niches[0]?.nicheRow ?? ''
  return first === last
    ? t`, column ${first ?? ''}, row ${row}`
    : t`, columns ${first ?? ''} to ${last ?? ''}, row ${row}`
}

/** The words beside the price, as for a chosen niche; empty if each is for one person. */
function peopleIn({ niches }: NicheRun): string {
  const capacities = niches.map(({ capacity = 1 }) => capacity)
  const most = Math.max(...capacities)
  if (most === 1) return ''
  if (niches.length === 1) return ` ${forPeople(most)}`
  return capacities.every((capacity) => capacity === most) ? t`, each ${forPeople(most)}` : t`, some ${forPeople(most)}`
}
