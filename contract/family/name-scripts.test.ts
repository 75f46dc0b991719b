import { expect, test } from 'vitest'
import { initialOf, nameByScript } from './name-scripts.ts'

test.each([
  ['Tan Ah Kow', [{ text: 'Tan Ah Kow' }]],
  ['Tan Ah Kow 陈亚九', [{ text: 'Tan Ah Kow' }, { text: '陈亚九', lang: 'zh' }]],
  ['陈 亚九 (Tan Ah Kow)', [{ text: 'Tan Ah Kow' }, { text: '陈 亚九', lang: 'zh' }]],
  ['陈亚九（Tan Ah Kow）', [{ text: 'Tan Ah Kow' }, { text: '陈亚九', lang: 'zh' }]],
  ['Siva கந்தன்', [{ text: 'Siva' }, { text: 'கந்தன்', lang: 'ta' }]],
  ['陈亚九', [{ text: '陈亚九', lang: 'zh' }]],
  ['Tan 亚九 Ah Kow', [{ text: 'Tan 亚九 Ah Kow' }]],
  ['Anna Tan / Lim', [{ text: 'Anna Tan / Lim' }]],
  ['', [{ text: '' }]],
])('the name "%s" is written as %j', (name, written) => {
  expect(nameByScript(name)).toEqual(written)
})

test.each([
  ['陳大文', '陳', 'a Chinese name'],
  ['歐陽修', '歐', 'a family name of two characters'],
  ['𠮷野', '𠮷', 'a character outside the basic plane'],
  ['Tan Ah Kow', 'T', 'a Chinese name in Latin letters'],
  ['Tan Ah Kow 陳亞九', 'T', 'a name in two scripts'],
  ['（陳亞九） Tan Ah Kow', '陳', 'a name in brackets first'],
  ['Siti binte Ahmad', 'S', 'a Malay name'],
  ['Haji Osman bin Ali', 'O', 'a Malay name with a title'],
  ["Dato' Osman bin Ali", 'O', 'a title with an apostrophe'],
  ['Ravi s/o Kumar', 'R', 'an Indian name'],
  ['M. Ravichandran', 'M', 'an initial of the father'],
  ['கிருஷ்ணன்', 'கி', 'a Tamil letter with its vowel'],
  ['Theresa de Souza', 'T', 'a European name'],
  ['E\u0301milie Roux', 'É', 'a letter whose accent is a character of its own'],
  ["'Abdul Rahman", 'A', 'an apostrophe first'],
  ['Mdm. Tan Ah Moy', 'T', 'a title with a full stop'],
  ['mei ling', 'M', 'small letters'],
  ['Miss', 'M', 'a title alone'],
  [' - ', '', 'no letters'],
  ['', '', 'no name'],
])('the initial of "%s" is "%s": %s', (name, initial) => {
  expect(initialOf(name)).toBe(initial)
})
