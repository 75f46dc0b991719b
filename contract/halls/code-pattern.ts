export const defaultCodePattern = '{hall}-{level}{block}-{column}-{row}'
export const maxCodeLength = 40

interface CodeParts {
  hall: string
  level: number
  block: string
  column: number
  row: number
}

const placeholder = /\{(\w+)(?::([1-4]))?\}/g
const numbered = ['column', 'row']

/** `TH-1A-03-05` for column 3, row 5. Columns and rows have two digits, or as many as `{column:3}` says. */
export const nicheCodeOf = (pattern: string, parts: CodeParts): string =>
  pattern.replaceAll(placeholder, (_, name: keyof CodeParts, digits = '2') =>
    numbered.includes(name) ? String(parts[name]).padStart(Number(digits), '0') : String(parts[name]),
  )

/** What is wrong with a pattern, whatever the block. */
export function patternProblem(pattern: string): string | undefined {
  const names = [...pattern.matchAll(placeholder)].map(([, name = '']) => name)
  const unknown = names.find((name) => !['hall', 'level', 'block', ...numbered].includes(name))
  if (unknown) return `{${unknown}} is not known. Please use {hall}, {level}, {block}, {column} and {row}.`
  if (numbered.some((name) => !names.includes(name)))
    return 'Please use {column} and {row}, so that each code is different.'
  if (!/^[\w./-]*$/.test(pattern.replaceAll(placeholder, '')))
    return 'Besides the parts in braces, a code may have letters, digits, hyphens, dots and slashes.'
  return undefined
}

/** Suggests the code of a hall; empty if its initials are in another script. */
export const suggestHallCode = (buildingName: string): string => {
  const initials = hallInitials(buildingName)
  return /^[A-Z0-9]{1,10}$/.test(initials) ? initials : ''
}

/** `TH` for Tembusu Hall. */
export const hallInitials = (buildingName: string): string =>
  (buildingName.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.charAt(0).toUpperCase()).join('')
