interface HourException {
  occasion: string
  hours: string
}

/** One exception from each line, such as `Good Friday: closed`; undefined if a line has no colon, or nothing on one side of it. */
export function readHourExceptions(text: string): HourException[] | undefined {
  const found: HourException[] = []
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (!line) continue
    const [, occasion, hours] = /^([^:]*[^:\s])\s*:\s*(.+)$/.exec(line) ?? []
    if (!occasion || !hours) return undefined
    found.push({ occasion, hours })
  }
  return found
}
