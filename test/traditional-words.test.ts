import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import forms from '#contract/character-forms.json' with { type: 'json' }
import { foldName } from '#contract/fold-name.ts'
import type { Words } from '#contract/words/t.ts'
import { toTraditional } from '#contract/words/zh-Hant/traditional.ts'

const folder = join(process.cwd(), 'contract/words/zh-Hans')
const sentences: string[] = []
for (const file of readdirSync(folder)) {
  const { words = {} } = (await import(join(folder, file))) as { words?: Words }
  sentences.push(...Object.values(words))
}
const used = [...new Set(sentences.join(''))].filter((character) => /\p{Script=Han}/u.test(character))

/** These have other forms in names, or with another meaning, and are written alike in our words. */
const alike = new Set(
  '了交亮借准出制剩即厘只台向周回增姐家尚屏布干德念戚才扣扇搜效教晚曾果查核款步每清真私窗系致舍表逾面高',
)

test('each character of our words that has a traditional form is written in it', () => {
  const others = new Map(forms.flatMap((line) => line.split(' ')).map((group) => [group[0], group.slice(1)]))
  const open = used.filter((character) => others.has(character) && !alike.has(character))
  expect(open.filter((character) => !others.get(character)?.includes(toTraditional(character)))).toEqual(['账'])
  expect([...alike].filter((character) => toTraditional(character) !== character)).toEqual([])
})

test('a traditional form is that of its character, as the search for names folds it', () => {
  const changed = used.filter((character) => toTraditional(character) !== character)
  expect(changed.length).toBeGreaterThan(250)
  expect(changed.filter((character) => foldName(toTraditional(character)) !== character)).toEqual(['账'])
})

test.each([
  ['批准后请准备', '批准後請準備'],
  ['在柜台复制', '在櫃檯複製'],
  ['恢复码、答复与重复', '恢復碼、答覆與重複'],
  ['农历闰六月', '農曆閏六月'],
  ['请登录您的账户', '請登入您的帳戶'],
  ['联系人的关系', '聯絡人的關係'],
  ['这里是“{0}”的标签，{1}个', '這裡是「{0}」的標籤，{1}個'],
  ['斯里兰卡', '斯里蘭卡'],
  ['第3竖列第5横排', '第3直列第5橫排'],
  ['菜单', '選單'],
  ['新设备已保存', '新裝置已儲存'],
  ['保存', '儲存'],
  ['保存更改', '儲存更改'],
  ['请保存此信', '請保存此信'],
])('%s is %s', (simplified, traditional) => {
  expect(toTraditional(simplified)).toBe(traditional)
})
