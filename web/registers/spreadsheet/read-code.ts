import { halves } from '#contract/niches/niche.ts'

/** What the code of a niche can say about its place. */
export type CodePart = 'level' | 'block' | 'column' | 'row' | 'half'

/** Takes a code apart: `{hall}-{level}{block}-{column}-{row}` reads level 1, block A, column 3 and row 5 in `TH-1A-03-05`, and half b in `TH-1A-03-05-b`. */
export function readCode(pattern: string, code: string): Partial<Record<CodePart, string>> | undefined {
  const names: string[] = []
  const expression = pattern
    .split(/(\{\w+(?::\d)?\})/)
    .map((part) => {
      const name = /^\{(\w+)/.exec(part)?.[1]
      if (!name) return part.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
      names.push(name)
      if (name !== 'block' && name !== 'hall') return '(\\d+)'
      /** Next to another part without a sign between, digits could belong to either. */
      const isApart = !pattern.includes(`}${part}`) && !pattern.includes(`${part}{`)
      return isApart ? '([A-Za-z0-9]+)' : '([A-Za-z]+)'
    })
    .join('')
  const found = new RegExp(`^${expression}(?:-([${halves.join('')}]))?$`, 'i').exec(code)
  if (!found) return undefined
  const parts = names.map((name, at) => [name, name === 'block' ? found[at + 1] : withoutZeros(found[at + 1])])
  const half = found[names.length + 1]?.toLowerCase()
  return Object.fromEntries(half ? [...parts, ['half', half]] : parts)
}

const withoutZeros = (digits = '') => digits.replace(/^0+(?=\d)/, '')
