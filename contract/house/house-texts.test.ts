import { expect, test } from 'vitest'
import type { House } from './api.ts'
import { issuerLine, toHouseTexts, withinSentence } from './house-texts.ts'

const house: House = {
  name: 'Hill House',
  address: '7 Hill Street',
  telephone: '+65 6222 3333',
  email: 'office@hill.example',
  registrationNumber: 'T11SS1111B',
  taxNote: 'GST is included.',
  visitingHours: 'Every day, 8 am to 6 pm',
  counterHours: 'Every day, 9 am to 5 pm',
  hourExceptions: '\n Good Friday : closed \nQing Ming: from 5:30 am\n',
  holdMinutes: 30,
  isOpen: true,
}

test('exceptions are one on each line, without empty lines and spaces; a colon may also be in the hours', () => {
  const texts = toHouseTexts(house)
  expect(texts.hourExceptions).toBe('Good Friday: closed.\nQing Ming: from 5:30 am.')
  expect(texts.allVisitingHours).toBe('Every day, 8 am to 6 pm. Good Friday: closed. Qing Ming: from 5:30 am.')
})

test('within a sentence, only days of the week keep their capital letter', () => {
  expect(withinSentence('Every day, 9 am to 5 pm')).toBe('every day, 9 am to 5 pm')
  expect(withinSentence('Monday to Friday, 9 am to 5 pm')).toBe('Monday to Friday, 9 am to 5 pm')
  expect(withinSentence('')).toBe('')
})

test('there is a notice until the house is open', () => {
  expect(toHouseTexts(house).openingNotice).toBe('')
  expect(toHouseTexts({ ...house, isOpen: false }).openingNotice).toMatch(/^We are opening soon/)
})

test('a receipt of a house without details names only what is known', () => {
  expect(issuerLine(house)).toBe('Issued by Hill House, 7 Hill Street. Registration number T11SS1111B.')
  expect(issuerLine({ name: 'Columba', address: '', registrationNumber: '' })).toBe('Issued by Columba.')
})
