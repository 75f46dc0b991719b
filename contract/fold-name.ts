import forms from './character-forms.json' with { type: 'json' }

/** Each group begins with the form that names are compared in, and then has the other ways to write it: `陈陳`. */
const groups = forms.flatMap((line) => line.split(' '))

const folded = new Map(groups.flatMap(([form = '', ...others]) => others.map((other) => [other, form] as const)))

/**
 * The simplified form of each Chinese character, so that 陈 finds 陳. The function `fold_name` of the database does the same for the
 * indexes, with the table as it was in its migration.
 */
export const foldName = (name: string): string =>
  [...name].map((character) => folded.get(character) ?? character).join('')

/** For the migration of the next function, and for its test. */
export const foldedCharacters: ReadonlyMap<string, string> = folded
