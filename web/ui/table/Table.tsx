import { Ellipsis } from 'lucide-react'
import { type CSSProperties, type ReactNode, useId, useState } from 'react'
import { t } from '#contract/words/t.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { Code } from '#web/ui/Code.tsx'
import common from '#web/ui/common.module.css'
import styles from './Table.module.css'

/** The places of a closed row on a phone: the two ends of its two lines. */
const phonePlaces = ['title', 'end', 'below', 'belowEnd'] as const
type PhonePlace = (typeof phonePlaces)[number]

export interface Column<Row> {
  header: string
  cell: (row: Row) => ReactNode
  align?: 'end'
  /** User input of any length: the column is as wide as its share, and only a word longer than that breaks. */
  typed?: true
  /** A text whose end people seldom need: a closed row shows as much as fits on one line. */
  long?: true
  /** A tag, an ID or the code of a niche. */
  code?: true
  /** Buttons. They need no header where each value has its own, and on a phone a closed row has them at its end. */
  actions?: true
  /** The end of its text tells rows apart: on a phone a closed row has up to two lines for it. */
  wraps?: true
  /** Shown only in an opened row: always, or where not all columns have room. */
  folds?: 'always' | 'narrow'
  /** The place on a phone. If no column of a table has one, the first four columns have one each. */
  phone?: PhonePlace
  /** The width in rem that the column needs, with its padding. */
  room?: number
}

interface TableProps<Row> {
  /** Names the table for screen readers. */
  caption: string
  /** Shows the caption to everyone, if the heading above the table does not say the same. */
  showsCaption?: true
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** The place tells rows apart that may say the same. */
  rowKey: (row: Row, place: number) => string
  /** Rows that begin a group. */
  isGroup?: (row: Row) => boolean
  /** Each row shows everything on phones too, because people fill it in or compare it. */
  isOpen?: true
  /** The rows are those of the last filter, while the next ones load. */
  isBusy?: boolean
}

const roomOf = <Row,>({ room, typed, long, code }: Column<Row>) => room ?? (code ? 8.5 : typed || long ? 8 : 7)
const toggleRoom = 2.75

/**
 * One line for each row, from 705 px on. Where not all columns have room, those that fold are in the opened row; on a phone a row is two
 * lines that open.
 */
export function Table<Row>({ caption, showsCaption, columns, rows, rowKey, isGroup, isOpen, isBusy }: TableProps<Row>) {
  const shown = columns.filter(({ folds }) => folds !== 'always')
  const tracks = toTracks(shown)
  const places = phonePlacesOf(columns)
  const toggle = isOpen ? undefined : toggleOf(columns, places)
  const room = shown.reduce((sum, column) => sum + roomOf(column), toggle && toggle !== 'phone' ? toggleRoom : 0)
  return (
    <div className={styles.container} style={{ fontSize: `${room}rem` }} aria-busy={isBusy || undefined}>
      <table className={styles.table} style={toStyle(tracks)}>
        <caption className={showsCaption ? styles.shownCaption : common.hidden}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ header, align, folds }) => (
              <th key={header} scope="col" data-align={align} data-folds={folds}>
                {header}
              </th>
            ))}
            {toggle && <td data-toggle={toggle} />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <TableRow
              key={rowKey(row, place)}
              row={row}
              columns={columns}
              places={places}
              toggle={toggle}
              isGroup={isGroup?.(row) ?? false}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Texts share what the other columns leave. Of those, each is as wide as its widest cell, up to its room. */
function toTracks<Row>(columns: readonly Column<Row>[]) {
  const isText = ({ typed, long }: Column<Row>) => typed || long
  const sharing = columns.some(isText) ? isText : (column: Column<Row>) => column === columns[0]
  return new Map(
    columns.map((column) => {
      const room = roomOf(column)
      return [column, sharing(column) ? `minmax(0, ${room}fr)` : `fit-content(${room}rem)`]
    }),
  )
}

function toStyle<Row>(tracks: ReadonlyMap<Column<Row>, string>) {
  const fewer = [...tracks].filter(([{ folds }]) => !folds).map(([, track]) => track)
  return { '--all': [...tracks.values(), 'auto'].join(' '), '--fewer': [...fewer, 'auto'].join(' ') } as CSSProperties
}

function phonePlacesOf<Row>(columns: readonly Column<Row>[]) {
  const hasPlaces = columns.some(({ phone }) => phone)
  return new Map(
    columns.flatMap((column, at) => {
      const { phone, actions, folds } = column
      const place = hasPlaces ? (phone ?? (actions && !folds ? 'end' : undefined)) : phonePlaces[at]
      return place ? [[column, place] as const] : []
    }),
  )
}

/** The widths at which opening a row shows more: all, those where columns fold, or only a phone's. */
function toggleOf<Row>(columns: readonly Column<Row>[], places: ReadonlyMap<Column<Row>, unknown>) {
  if (columns.some(({ long, folds }) => long || folds === 'always')) return 'always'
  if (columns.some(({ folds }) => folds)) return 'narrow'
  return columns.length > places.size || columns.some(({ typed }) => typed) ? 'phone' : undefined
}

interface TableRowProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  places: ReadonlyMap<Column<Row>, PhonePlace>
  /** When the row can be opened; if undefined, it is always open. */
  toggle: ReturnType<typeof toggleOf>
  isGroup: boolean
}

function TableRow<Row>({ row, columns, places, toggle, isGroup }: TableRowProps<Row>) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <tr data-open={isOpen || !toggle || undefined} data-group={isGroup || undefined}>
      {columns.map((column) => {
        const { header, cell, align, long, code, actions, wraps, folds } = column
        const place = places.get(column)
        const value = cell(row)
        return (
          <td
            key={header}
            id={place === 'title' ? id : undefined}
            data-header={actions ? undefined : header}
            data-align={align}
            data-long={long}
            data-wraps={wraps}
            data-actions={actions}
            data-folds={folds}
            data-phone={place}
          >
            <div>{code ? <Code>{value}</Code> : typeof value === 'string' ? <Unbroken text={value} /> : value}</div>
          </td>
        )
      })}
      {toggle && (
        <td data-toggle={toggle}>
          <button
            type="button"
            className={styles.toggle}
            aria-describedby={id}
            aria-label={t`Details`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Ellipsis size={18} aria-hidden="true" />
          </button>
        </td>
      )}
    </tr>
  )
}
