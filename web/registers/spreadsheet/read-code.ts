/** What the code of a niche can say about its place. */
export type CodePart = 'level' | 'block' | 'column' | 'row'

/** Takes a code apart: `{hall}-{level}{block}-{column}-{row}` reads level 1, block A, column 3 and row 5 in `TH-1A-03-05`. */
export function readCode(pattern: string, code: string): Partial<Record<CodePart, string>> | undefined {
  const names: string[] = []
  const expression = pattern
    .split(/(\{\w+(?::\d)?\})/)
    .map((part) => {
      const name = /^\{(\w+)/.exec(part)?.[1]
      if (!name) return part.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
      names.push(name)
      return name === 'block' ? '([A-Za-z]+)' : name === 'hall' ? '([A-Za-z]+)' : '(\\d+)'
    })
    .join('')
  const found = new RegExp(`^${expression}$`, 'i').exec(code)
  if (!found) return undefined
  return Object.fromEntries(
    names.map((name, at) => [name, name === 'block' ? found[at + 1] : withoutZeros(found[at + 1])]),
  )
}

const withoutZeros = (digits = '') => digits.replace(/^0+(?=\d)/, '')
