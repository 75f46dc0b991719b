import type { ReactNode } from 'react'
import common from '#web/ui/common.module.css'
import styles from './Table.module.css'

export interface Column<Row> {
  header: string
  cell: (row: Row) => ReactNode
  align?: 'end'
  /** User input of any length: the column is as wide as its share, and only a word longer than that breaks. */
  typed?: true
  /** A tag, an ID or the code of a niche. */
  code?: true
  /** Buttons, which need no header on a card and have a line of their own there. */
  actions?: true
  /** How many rem the column needs, with its padding. */
  room?: number
}

interface TableProps<Row> {
  /** Names the table for screen readers. */
  caption: string
  /** For everyone, if the heading above the table does not say the same. */
  showsCaption?: true
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}

const roomOf = <Row,>({ room, typed, code }: Column<Row>) => room ?? (code ? 10 : typed ? 9 : 7)

/** Where there is no room for its columns, each row becomes a card, with the column header beside each value. */
export const Table = <Row,>({ caption, showsCaption, columns, rows, rowKey }: TableProps<Row>) => (
  <div
    className={styles.container}
    style={{ fontSize: `${columns.reduce((sum, column) => sum + roomOf(column), 0)}rem` }}
  >
    <table className={styles.table}>
      <caption className={showsCaption ? styles.shownCaption : common.hidden}>{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ header, align }) => (
            <th key={header} scope="col" data-align={align}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column) => {
              const { header, cell, align, typed, code, actions } = column
              return (
                <td key={header} data-header={header} data-align={align} data-actions={actions}>
                  {typed || code ? (
                    <div className={styles.typed} style={{ containIntrinsicInlineSize: `${roomOf(column) - 1.5}rem` }}>
                      {code ? <code>{cell(row)}</code> : cell(row)}
                    </div>
                  ) : (
                    cell(row)
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
