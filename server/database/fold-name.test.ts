import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { foldedCharacters, foldName } from '#contract/fold-name.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { hasKeyOf } from './name-search.ts'
import { isSameName } from './same-name.ts'

const testApp = prepareTestApp()

const characters = [...foldedCharacters.keys()]

test('a name that is folded twice is the same as folded once', () => {
  for (const character of characters) expect(foldName(foldName(character)), character).toBe(foldName(character))
})

test('folding keeps the number of characters, and each stays one of those that have an index of their own', () => {
  for (const character of characters) {
    expect([...foldName(character)], character).toHaveLength(1)
    expect(foldName(character), character).toMatch(/^[\u2e80-\u{10ffff}]$/u)
    expect(character).toMatch(/^[\u2e80-\u{10ffff}]$/u)
  }
})

test('no character of the table is changed by the normal forms, so that it does not matter which is taken first', () => {
  for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) {
    const text = [...characters, ...foldedCharacters.values()].join('')
    expect(text.normalize(form)).toBe(text)
  }
})

test('the database folds every character as the server does', async () => {
  const text = [...characters, ...foldedCharacters.values()].join('')
  const { rows } = await testApp.context.db.execute(sql`select fold_name(${text}) as folded`)
  expect(rows[0]?.folded).toBe(foldName(text))
})

const haveSameKey = async (name: string, wanted: string) => {
  const { rows } = await testApp.context.db.execute(sql`select ${hasKeyOf(sql`${name}::text`, wanted)} as found`)
  return rows[0]?.found
}

test.each([
  ['陳大文', '陈大文'],
  ['TAN Ah Kow 陳亞九', '陈亚九'],
  ['黃國榮', '黄国荣'],
  ['吳麗華', '呉丽华'],
  ['劉峯', '刘峰'],
  ['張靜', '张静'],
  ['鄭啟明', '郑啓明'],
  ['葉溫儀', '叶温仪'],
  ['呂清', '吕淸'],
  ['許眞', '许真'],
  ['蕭强', '萧強'],
  ['羅爲群', '罗为羣'],
  ['簡慧嫻', '简慧娴'],
  ['\uf9e1明', '李明'],
])('%s and %s are one name in two forms', async (one, other) => {
  expect([isSameName(one, other), isSameName(other, one)]).toEqual([true, true])
  expect([await haveSameKey(one, other), await haveSameKey(other, one)]).toEqual([true, true])
})

test.each([
  ['陳大文', '陳太文', 'another stroke'],
  ['王明', '汪明', 'another family name with the same sound'],
  ['江明', '姜明', 'another family name with the same sound'],
  ['丘明', '邱明', 'a family name that split in two'],
  ['付明', '傅明', 'an unofficial simplification that is a family name too'],
  ['肖明', '蕭明', 'an unofficial simplification that is a family name too'],
  ['代明', '戴明', 'an unofficial simplification that is a family name too'],
  ['閆明', '閻明', 'an unofficial simplification that is a family name too'],
  ['于明', '余明', 'another family name with the same sound'],
  ['甯明', '寧明', 'another family name with the same sound'],
  ['陳坤', '陳堃', 'a variant that is chosen for a name'],
  ['陳哲', '陳喆', 'a variant that is chosen for a name'],
])('%s and %s stay two names: %s', async (one, other) => {
  expect(isSameName(one, other)).toBe(false)
  expect(await haveSameKey(one, other)).toBe(false)
})
