import { formatDateTime } from '#contract/dates.ts'
import { formatWhen } from '#contract/format-when.ts'

/** A time that people compare with now. Where the exact time matters, such as in the audit log, it is written out instead. */
export const When = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatDateTime(at)}>
    {formatWhen(new Date(at), new Date())}
  </time>
)
