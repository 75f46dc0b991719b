import { describe, expect, test } from 'vitest'
import type { HouseDetails } from '#contract/house/api.ts'
import { demoHouse } from '#server/seed/demo-columbarium.ts'
import type { Letter } from './letter.ts'
import { renderLetter } from './render-letter.ts'
import { speakerIn } from './translate-letter.ts'

const home = 'https://columba.example'
const house: HouseDetails = { ...demoHouse, holdMinutes: 30 }
const letter: Letter & { fullName: string } = {
  kind: 'receipt',
  subject: 'Your receipt',
  fullName: 'Tan Mei Ling',
  paragraphs: ['Thank you. We have received your payment.'],
  facts: [
    ['Booking', 'B-7K2M9QX4TR'],
    ['Amount', 'SGD 3,800.00'],
  ],
  action: { label: 'See your booking', path: '/my-bookings?bookingID=B-7K2M9QX4TR' },
  closing: ['If anything is unclear, please write back.'],
}

test('the text version has the whole letter in order, with the facts aligned', () => {
  expect(renderLetter(letter, home, house).text).toBe(`Dear Tan Mei Ling,

Thank you. We have received your payment.

  Booking:  B-7K2M9QX4TR
  Amount:   SGD 3,800.00

See your booking:
https://columba.example/my-bookings?bookingID=B-7K2M9QX4TR

If anything is unclear, please write back.

With care,
Columba

Need help? Call +65 6000 1234 (every day, 9 am to 5 pm) or write to care@columba.example.
Questions and answers: https://columba.example/faq
`)
})

test('the HTML version has the same content in the same order as the text', () => {
  const { html, text } = renderLetter(letter, home, house)
  const body = html.slice(html.indexOf('<h1'))
  const words = [
    'Dear Tan Mei Ling,',
    'Thank you.',
    'B-7K2M9QX4TR',
    'SGD 3,800.00',
    'See your booking',
    'If anything',
    'With care,',
    'Need help? Call +65 6000 1234',
    'Questions and answers: https://columba.example/faq',
  ]
  for (const read of [body, text]) {
    const places = words.map((word) => read.indexOf(word))
    expect(places).toEqual([...places].sort((one, other) => one - other))
    expect(places).not.toContain(-1)
  }
  expect(html).toContain('href="https://columba.example/my-bookings?bookingID=B-7K2M9QX4TR"')
})

test('the HTML version escapes what people typed', () => {
  const { html } = renderLetter({ ...letter, facts: [['Reason', '"Tom & Jerry\'s" </dd><script><img>']] }, home, house)
  expect(html).not.toMatch(/<img|<script|<\/dd><script/)
  expect(html).toContain('&quot;Tom &amp; Jerry&#39;s&quot;')
})

test.each([undefined, '', '  '])('a letter to a person whose name is %j begins with Hello', (fullName) => {
  const { text, html } = renderLetter({ ...letter, fullName }, home, house)
  expect(text).toMatch(/^Hello,\n/)
  expect(html).not.toContain('undefined')
})

test('a letter to somebody under 18 begins with whoever acts for them, in each language', () => {
  const toChild = { ...letter, fullName: '陈小明', guardian: '林秀兰' }
  const [english, chinese] = [undefined, { letter, speaker: speakerIn('zh-Hans') }].map(
    (translated) => renderLetter(toChild, home, house, translated).text,
  )
  expect(english).toMatch(/^Dear 陈小明, for whom 林秀兰 acts,\n/)
  expect(chinese).toMatch(/^陈小明（监护人：林秀兰），您好：\n/)
})

describe('a link in a letter', () => {
  test.each(['//evil.example/x', '/\\evil.example/x'] as const)(
    'a link to %s, which leads to another site, is refused',
    (path) => {
      expect(() => renderLetter({ ...letter, action: { label: 'Open', path } }, home, house)).toThrow(
        'may only lead to https://columba.example',
      )
    },
  )

  test('a letter without link and facts has no gaps', () => {
    const { text, html } = renderLetter({ kind: 'note', subject: 'A note', paragraphs: ['One.', 'Two.'] }, home, house)
    expect(text).toMatch(/^Hello,\n\nOne\.\n\nTwo\.\n\nWith care,\nColumba\n\nNeed help\?/)
    expect(html).not.toMatch(/<dl|<table|<a /)
  })
})

test('the HTML version has no fixed width and breaks long words, so a letter fits any screen', () => {
  const { html } = renderLetter({ ...letter, fullName: 'W'.repeat(200) }, home, house)
  expect(html).not.toMatch(/[^-]width:\s*\d|white-space:\s*nowrap|<table/)
  expect(html).toMatch(/role="article"[^>]*overflow-wrap:break-word;word-wrap:break-word;word-break:break-word/)
})

test('a letter says who the house is; without details it does not say how to reach it', () => {
  const own = {
    ...house,
    name: 'Hill House & Garden',
    telephone: '6222 3333',
    counterHours: 'Weekdays',
    email: 'a@b.example',
  }
  const { text, html } = renderLetter(letter, home, own)
  expect(text).toContain(
    'With care,\nHill House & Garden\n\nNeed help? Call 6222 3333 (weekdays) or write to a@b.example.\n',
  )
  expect(html).toContain('>Hill House &amp; Garden</p>')
  expect(renderLetter(letter, home, { ...own, telephone: '' }).text).not.toContain('Need help')
})

test.each([
  ['Tan Mei Ling', 'Dear Tan Mei Ling,'],
  ['M.Ravichandran s/o Pillai', 'Dear M.\u200bRavichandran s/o Pillai,'],
  ['S. Nair @ "Sam" Tan (陳)', 'Dear S. Nair @ "Sam" Tan (陳),'],
  ['Margaret D’Souza', 'Dear Margaret D’Souza,'],
  ['陳大文', 'Dear 陳大文,'],
  ['陳大文（Tan Tai Boon）', 'Dear 陳大文（Tan Tai Boon）,'],
  ['Siti binte Ahmad', 'Dear Siti binte Ahmad,'],
  ['Kavitha d/o Nair', 'Dear Kavitha d/o Nair,'],
  ['Mdm Tan Ah Moy', 'Dear Mdm Tan Ah Moy,'],
  ['Your account is locked! Call 91234567', 'Hello,'],
  ['evil.example', 'Hello,'],
  ['EVIL.EXAMPLE', 'Hello,'],
  ['https://evil.example', 'Hello,'],
  ['claim@evil.example', 'Hello,'],
  ['t.co/abc', 'Hello,'],
  ['www.x.com', 'Hello,'],
  ['例.テスト', 'Hello,'],
  ['Call 9123 4567 now', 'Hello,'],
  ['<img src=x onerror=alert(1)>', 'Hello,'],
  ['a'.repeat(81), 'Hello,'],
])('a letter to somebody who is called "%s" begins with "%s"', (fullName, greeting) => {
  expect(renderLetter({ ...letter, fullName }, home, house).text.split('\n')[0]).toBe(greeting)
})

test('nothing that people typed becomes a link, whether in the subject, the text, the facts or the closing', () => {
  const typed = 'https://evil.example/a claim@evil.example www.evil.example t.co/abc'
  const words = { subject: typed, paragraphs: [typed], closing: [typed] }
  const { text, html } = renderLetter({ ...letter, ...words, facts: [['Reason', typed]] }, home, house)
  for (const written of [text, html]) {
    expect(written.match(/evil\.\u200bexample/g)?.length).toBeGreaterThanOrEqual(9)
    expect(written).not.toMatch(/evil\.example|claim@evil|https:\/\/evil|t\.co/)
  }
})
