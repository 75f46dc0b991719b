/** `4, 13-15` becomes 4, 13, 14, 15. Undefined if it is not such a list. */
export function parseNumberList(text: string): number[] | undefined {
  const numbers = new Set<number>()
  for (const part of text.split(/[\s,;]+/).filter(Boolean)) {
    const [, from, to = from] = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(part) ?? []
    if (from === undefined || Number(to) < Number(from)) return undefined
    for (let number = Number(from); number <= Number(to); number++) numbers.add(number)
  }
  return [...numbers].sort((a, b) => a - b)
}
