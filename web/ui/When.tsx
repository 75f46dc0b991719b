import { spoken } from '#contract/words/t.ts'
import { formatWhen } from '#contract/words/when.ts'
import { serverNow } from '#web/api/server-clock.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import type { Column } from '#web/ui/table/Table.tsx'

/** A time that people compare with now. Where the exact time matters, such as in the audit log, it is written out instead. */
export const When = ({ at }: { at: string }) => (
  <time dateTime={at} title={spoken().dateTime(at)}>
    <Unbroken text={formatWhen(new Date(at), serverNow())} />
  </time>
)

/** A column with the room that `yesterday, 12:30` needs. */
export const whenColumn = <Row,>(
  header: string,
  at: (row: Row) => string | null,
  { otherwise = '', ...column }: Partial<Column<Row>> & { otherwise?: string } = {},
): Column<Row> => ({
  ...column,
  header,
  cell: (row) => {
    const instant = at(row)
    return instant ? <When at={instant} /> : otherwise
  },
  room: 8.5,
})
