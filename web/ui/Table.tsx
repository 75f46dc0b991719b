import type { ReactNode } from 'react'
import styles from './Table.module.css'

export interface Column<Row> {
  header: string
  cell: (row: Row) => ReactNode
  align?: 'end'
  /** User input of any length: it may break anywhere, while other cells keep words whole. */
  typed?: true
  /** A tag, or the code of a niche: the column has room for a usual one, which else breaks after a hyphen. */
  code?: true
}

interface TableProps<Row> {
  /** Names the table for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}

/** On a phone each row becomes a card, with the column header beside each value. */
export const Table = <Row,>({ caption, columns, rows, rowKey }: TableProps<Row>) => (
  <table className={styles.table}>
    <caption className={styles.caption}>{caption}</caption>
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
          {columns.map(({ header, cell, align, typed, code }) => (
            <td key={header} data-header={header} data-align={align} data-typed={typed} data-code={code}>
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
