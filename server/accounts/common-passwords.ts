import common from './common-passwords.json' with { type: 'json' }

/** Words of this application, refused alone and with a number; docs/security.md lists them. */
const ownWords = ['columba', 'columbarium', 'niche', 'niches', 'applicant', 'booking']
const numbers = common.endings.filter((ending) => /^\d+$/.test(ending))
const combine = (words: string[], endings: string[]) => words.flatMap((word) => endings.map((ending) => word + ending))

/** Runs along the keyboard and the alphabet in both directions, and repeated characters. */
const rows = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const runs = rows.flatMap((row) => [row, [...row].reverse().join('')]).flatMap(partsOf)
const repeats = [...new Set(rows.join(''))].flatMap((key) => [8, 9, 10, 11, 12].map((times) => key.repeat(times)))

function partsOf(row: string): string[] {
  const parts: string[] = []
  for (let from = 0; from < row.length; from++)
    for (let to = from + 8; to <= row.length; to++) parts.push(row.slice(from, to))
  return parts
}

/** What attackers try first. The JSON file leaves out what is too short to be accepted. */
const refused = new Set([
  ...common.passwords,
  ...combine(common.words, common.endings),
  ...combine(ownWords, ['', ...numbers]),
  ...runs,
  ...repeats,
])

/** Expects the password in lower case. */
export const isCommonPassword = (password: string): boolean => refused.has(password)
