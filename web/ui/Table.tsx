import type { ReactNode } from 'react'
import styles from './Table.module.css'

export interface Column<Row> {
  header: string
  cell: (row: Row) => ReactNode
  align?: 'end'
  /** People typed it, at any length: it may break anywhere, where other cells keep their words whole. */
  typed?: true
}

interface TableProps<Row> {
  /** What the table is, for those who cannot see where it stands. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}

/** Rows become cards on a phone, each value with the header of its column. */
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
          {columns.map(({ header, cell, align, typed }) => (
            <td key={header} data-header={header} data-align={align} data-typed={typed}>
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
