import { afterEach, expect, test } from 'vitest'
import { formatLunarDate, formatLunarMonth } from '../appointments/lunar-date.ts'
import { toHouseTexts } from '../house/house-texts.ts'
import { chooseLanguage, languageOfPage } from './languages.ts'
import { plural } from './plural.ts'
import { speakerOf } from './speaker-of.ts'
import { english, speak, t, translate } from './t.ts'
import { words } from './zh-Hans/house.ts'

const chinese = speakerOf('zh-Hans', [{ 'A {0} on a {1}': '{1}上有{0}', Rain: '雨' }])
afterEach(() => speak(english))

test('a sentence is written in English until another language is spoken, and then with its gaps in the order of that', () => {
  expect(t`A ${'dove'} on a ${3}`).toBe('A dove on a 3')
  speak(chinese)
  expect(t`A ${'dove'} on a ${3}`).toBe('3上有dove')
})

test('what is put into a gap is never read as a gap', () => {
  expect(t`A ${'{1}'} on a ${'roof'}`).toBe('A {1} on a roof')
})

test('a sentence without a translation stays English', () => {
  speak(chinese)
  expect(t`Nobody translated ${1}`).toBe('Nobody translated 1')
  expect([translate('Rain'), translate('Snow')]).toEqual(['雨', 'Snow'])
})

test('a sentence that arrives with its gaps filled is translated, and what fills them if it is known', () => {
  speak(speakerOf('zh-Hans', [{ 'At most {0} characters': '最多{0}个字符', '{0} to {1}': '{0}至{1}' }]))
  expect(translate('At most 200 characters')).toBe('最多200个字符')
  expect(translate('A to Z')).toBe('A to Z')
  speak(
    speakerOf('zh-Hans', [
      { 'It opens on {why}.': '{why}开放。', 'You have {why}.': '您有{why}。', '{0} bookings': '{0}项预订' },
    ]),
  )
  expect(translate('It opens on 14 Mar 2026, 09:20.')).toBe('2026年3月14日, 09:20开放。')
  expect(translate('You have 3 bookings.')).toBe('您有3项预订。')
})

test('a day, a day with its time and a lunar date that arrive in English are written as the reader writes them', () => {
  speak(speakerOf('zh-Hans', [{ '{0}, {1} to {2}': '{0}，{1}至{2}' }]))
  expect(translate('14 Mar 2026')).toBe('2026年3月14日')
  expect(translate('Saturday, 14 Mar 2026, 10:00 to 11:00')).toBe('2026年3月14日星期六，10:00至11:00')
  const dates = [
    { month: 1, isLeap: false, day: 1 },
    { month: 6, isLeap: true, day: 21 },
    { month: 10, isLeap: false, day: 10 },
    { month: 11, isLeap: false, day: 15 },
    { month: 12, isLeap: false, day: 30 },
    { month: 2, isLeap: false, day: 20 },
  ]
  expect(dates.map(formatLunarDate)).toEqual([
    '农历正月初一',
    '农历闰六月廿一',
    '农历十月初十',
    '农历十一月十五',
    '农历十二月三十',
    '农历二月二十',
  ])
  expect(formatLunarMonth({ month: 11, isLeap: false })).toBe('农历十一月')
})

test('English has a sentence for one, Chinese has not', () => {
  const sentences = { one: 'one', other: 'other' }
  expect([plural(1, sentences), plural(2, sentences)]).toEqual(['one', 'other'])
  speak(chinese)
  expect(plural(1, sentences)).toBe('other')
})

test.each([
  ['zh-Hans', '', 'zh-Hans'],
  [null, 'columba_language=zh-Hans', 'zh-Hans'],
  [null, 'x=1; columba_language=zh-Hans', 'zh-Hans'],
  ['en', 'columba_language=zh-Hans', 'en'],
  [null, 'not_columba_language=zh-Hans', 'en'],
  [['zh-Hans', 'en'], '', 'en'],
])('a reader whose address asks for %j and whose browser has the cookies %j reads %s', (asked, cookies, language) => {
  expect(chooseLanguage(asked, cookies)).toBe(language)
})

test('a page that is not whole in the chosen language is English', () => {
  expect(languageOfPage('zh-Hans', ['zh-Hans'])).toBe('zh-Hans')
  expect(languageOfPage('zh-Hans', [])).toBe('en')
  expect(languageOfPage('zh-Hans')).toBe('en')
})

test('an instant is written in the zone of the house', () => {
  expect(english.dateTime('2026-03-14T17:05:00Z')).toBe('15 Mar 2026, 01:05')
  expect(chinese.dateTime('2026-03-14T17:05:00Z')).toMatch(/^2026年3月15日\s01:05$/)
  expect([english.day('2026-03-14'), chinese.day('2026-03-14')]).toEqual(['14 Mar 2026', '2026年3月14日'])
  expect(chinese.weekday?.('2026-03-14')).toBe('2026年3月14日星期六')
})

test('a server writes about the house in another language than it speaks', () => {
  const house = {
    opensAt: '2026-03-14T02:00:00Z',
    isOpen: false,
    hourExceptions: '',
    telephone: '',
    counterHours: 'Every day',
  }
  const texts = toHouseTexts(house as Parameters<typeof toHouseTexts>[0], speakerOf('zh-Hans', [words]))
  expect(texts.openingNotice).toMatch(/^我们将于2026年3月14日.*开放/)
  expect(texts.counterHours).toBe('Every day')
})
