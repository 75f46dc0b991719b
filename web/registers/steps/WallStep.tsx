import { type Ref, useRef } from 'react'
import { counted } from '#contract/counted.ts'
import { groupBy } from '#contract/group-by.ts'
import { defaultCodePattern } from '#contract/halls/code-pattern.ts'
import { columnTitle } from '#contract/registers/columns.ts'
import { type Draft, placeColumns, shownCodes } from '#contract/registers/draft-api.ts'
import {
  corners,
  directions,
  missingCodes,
  missingNiches,
  numberingFrom,
  positionOf,
  readNumberedCode,
  type Wall,
  wallReader,
} from '#contract/registers/walls.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import common from '#web/ui/common.module.css'
import { FieldRow } from '#web/ui/form/Form.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import type { Column } from '#web/ui/table/Table.tsx'
import { OpenTable } from '../OpenTable.tsx'
import styles from './Steps.module.css'
import { NumberField, type StepProps } from './step.tsx'

/** Where the niches are, if the file has no columns for that: from a pattern of the codes, or counted along each wall. */
export function WallStep({ draft, choices, onChange }: StepProps) {
  const { codePattern, walls } = choices
  const readWall = wallReader(draft.walls, walls)
  return (
    <div className={common.stack5}>
      <TextField
        label="Pattern of the codes"
        optional
        help={`If the codes say level, block, column or row, such as ${defaultCodePattern}.`}
        value={codePattern}
        onChange={({ target }) => onChange({ codePattern: target.value })}
      />
      <OpenTable
        caption="Where the first niches are"
        columns={columns}
        rows={draft.places}
        rowKey={({ code }) => code}
      />
      {codePattern === '' && draft.walls.length === 0 && <p>The file has columns for the places of its niches.</p>}
      {/* Also codes that the pattern does not fit are counted along walls. */}
      {codePattern === draft.choices.codePattern && (
        <>
          {draft.walls.map(({ prefix, last, codes }) => (
            <WallForm
              key={prefix}
              prefix={prefix}
              last={last}
              {...readWall({ prefix, last })}
              codes={codes}
              onChange={(changed) => onChange({ walls: { ...walls, [prefix]: changed } })}
            />
          ))}
          {draft.hiddenWalls > 0 && (
            <Callout tone="warning">
              {counted(draft.hiddenWalls, 'wall')} more are not shown. What you say of a wall counts for all with as
              many numbers; the others are a guess. If the codes say column and row, please write their pattern above.
            </Callout>
          )}
        </>
      )}
    </div>
  )
}

const columns: readonly Column<Draft['places'][number]>[] = placeColumns.map((name) => ({
  header: columnTitle(name),
  cell: (place) => place[name],
  ...(name === 'code' ? { code: true as const } : { room: 5.5 }),
}))

interface WallFormProps extends Pick<Draft['walls'][number], 'prefix' | 'last' | 'wall' | 'codes'> {
  /** The wall of which it was said how it is numbered: this one, one with as many numbers, or none. */
  like: string | undefined
  onChange: (wall: Wall) => void
}

const nameOf = (prefix: string) => (prefix ? `The wall ${prefix}` : 'The wall without letters')

function WallForm({ prefix, last, wall, like, codes, onChange }: WallFormProps) {
  const name = nameOf(prefix)
  const picture = useRef<HTMLElement>(null)
  const accept = () => {
    onChange(wall)
    /** The button goes away, and would leave nothing with the focus. */
    picture.current?.focus()
  }
  const length = (label: string, part: 'columns' | 'rows') => (
    <NumberField
      label={label}
      value={wall[part]}
      onChange={(doors) => onChange({ ...wall, [part]: Math.min(400, doors || 1) })}
    />
  )
  const choice = (label: string, part: 'corner' | 'direction' | 'missing', options: readonly string[]) => (
    <SelectField
      label={label}
      options={options}
      value={wall[part]}
      onChange={({ target }) => onChange({ ...wall, [part]: target.value })}
    />
  )
  return (
    <section className={common.stack3} aria-label={name}>
      <h4>
        {name} ({codes.length.toLocaleString('en')} codes)
      </h4>
      <FieldRow>
        {length('Columns', 'columns')}
        {length('Rows', 'rows')}
        {choice('Number 1 is', 'corner', corners)}
        {choice('The numbers go on', 'direction', directions)}
        {choice('Where a number is missing, there is', 'missing', missingNiches)}
      </FieldRow>
      {like !== prefix && (
        <Callout tone={like === undefined ? 'warning' : 'note'}>
          <p>
            {like === undefined
              ? 'This is a guess. Please compare it with the wall.'
              : `As said of another wall with as many numbers: ${like || 'the one without letters'}.`}
          </p>
          <div>
            <Button variant="secondary" small onClick={accept}>
              This is right
            </Button>
          </div>
        </Callout>
      )}
      {last > wall.columns * wall.rows && <p role="alert">Number {last} has no place in so many columns and rows.</p>}
      <WallPicture ref={picture} wall={wall} codes={codes} name={name} />
    </section>
  )
}

type WallPictureProps = Pick<WallFormProps, 'wall' | 'codes'> & { name: string; ref: Ref<HTMLElement> }

/** The wall as one sees it who stands before it, with the code of each door. */
function WallPicture({ wall, codes, name, ref }: WallPictureProps) {
  const { firstColumnAt, rowOneAt } = numberingFrom(wall)
  const named = new Set(codes.map(({ number }) => number))
  const isWhole = codes.length < shownCodes
  const added = isWhole
    ? missingCodes(
        wall,
        codes.flatMap(({ code }) => readNumberedCode(code) ?? []),
      )
    : []
  /** The halves of a door are at one place, in the order in which its wall is numbered. */
  const doors = [...groupBy([...codes, ...added.slice(0, shownCodes)], ({ number }) => number)].flatMap(
    ([number, at]) => {
      const position = positionOf(wall, number)
      const halves = at.map(({ code }) => code).toSorted()
      const code = (firstColumnAt === 'right' ? halves.toReversed() : halves).join(' ')
      return position ? [{ code, isAdded: !named.has(number), ...position }] : []
    },
  )
  return (
    <>
      {added.length > 0 && (
        <p>
          {counted(added.length, 'number is', 'numbers are')} in no row: each becomes {wall.missing}, with a dashed
          line.
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable with the keyboard */}
      <section ref={ref} className={styles.wall} data-wall aria-label={`${name} as it looks`} tabIndex={0}>
        {doors.map(({ code, column, row, isAdded }) => (
          <span
            key={code}
            className={isAdded ? `${styles.door} ${styles.added}` : styles.door}
            style={{
              gridColumn: firstColumnAt === 'right' ? wall.columns - column + 1 : column,
              gridRow: rowOneAt === 'bottom' ? wall.rows - row + 1 : row,
            }}
          >
            {code}
          </span>
        ))}
      </section>
    </>
  )
}
