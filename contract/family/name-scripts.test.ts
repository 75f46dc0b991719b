import { expect, test } from 'vitest'
import { nameByScript } from './name-scripts.ts'

test.each([
  ['Tan Ah Kow', [{ text: 'Tan Ah Kow' }]],
  ['Tan Ah Kow 陈亚九', [{ text: 'Tan Ah Kow' }, { text: '陈亚九', lang: 'zh' }]],
  ['陈 亚九 (Tan Ah Kow)', [{ text: 'Tan Ah Kow' }, { text: '陈 亚九', lang: 'zh' }]],
  ['Siva கந்தன்', [{ text: 'Siva' }, { text: 'கந்தன்', lang: 'ta' }]],
  ['陈亚九', [{ text: '陈亚九', lang: 'zh' }]],
  ['Tan 亚九 Ah Kow', [{ text: 'Tan 亚九 Ah Kow' }]],
  ['Anna Tan / Lim', [{ text: 'Anna Tan / Lim' }]],
  ['', [{ text: '' }]],
])('the name "%s" is written as %j', (name, written) => {
  expect(nameByScript(name)).toEqual(written)
})
