import type { AuditEntry } from '#contract/audit/api.ts'

/** Undefined if more has happened than a page holds: entries between the lists would then be missing. */
export function mergePages<Entry extends Pick<AuditEntry, 'id'>>(
  newest: readonly Entry[],
  older: readonly Entry[],
): Entry[] | undefined {
  const last = newest.at(-1)?.id ?? Number.POSITIVE_INFINITY
  const begin = older[0]?.id ?? Number.POSITIVE_INFINITY
  /** New entries push others off the first page, so the lists overlap; none is shown twice. */
  return last > begin ? undefined : [...newest, ...older.filter(({ id }) => id < last)]
}
