import { Table } from '#web/ui/table/Table.tsx'

type OpenTableProps<Row> = Pick<Parameters<typeof Table<Row>>[0], 'caption' | 'columns' | 'rows' | 'rowKey'>

/** A table that people fill in or compare, with its caption above it. */
export const OpenTable = <Row,>(table: OpenTableProps<Row>) => <Table isOpen showsCaption {...table} />

export const countText = (count: number) => count.toLocaleString('en')

/** The columns of a table that counts, by header, with the width in rem that each needs. */
export const countColumn = <Row,>(header: string, count: (row: Row) => number, room?: number) => ({
  header,
  cell: (row: Row) => countText(count(row)),
  align: 'end' as const,
  ...(room && { room }),
})
