/** Lunar dates as an engine writes them. It runs in browsers, so it uses nothing that stands outside of it. */
export function writeInIntl(days: readonly string[]): string[] {
  const formatter = new Intl.DateTimeFormat('en-u-ca-chinese', { timeZone: 'UTC', month: 'numeric', day: 'numeric' })
  return days.map((day) => formatter.format(new Date(`${day}T00:00:00Z`)))
}
