import { expect, test } from 'vitest'
import type { House } from './api.ts'
import { blankHouse, issuerLine, toHouseTexts, withinSentence } from './house-texts.ts'

const house: House = {
  ...blankHouse,
  name: 'Hill House',
  address: '7 Hill Street',
  telephone: '+65 6222 3333',
  email: 'office@hill.example',
  registrationNumber: 'T11SS1111B',
  taxNote: 'GST is included.',
  visitingHours: 'Every day, 8 am to 6 pm',
  counterHours: 'Every day, 9 am to 5 pm',
  festivalHours: '5 am to 9 pm',
  hourExceptions: '\n Good Friday : closed \nQing Ming: from 5:30 am\n',
  logo: '',
  holdMinutes: 30,
  isOpen: true,
}

test('exceptions are one on each line, without empty lines and spaces; a colon may also be in the hours', () => {
  const texts = toHouseTexts(house)
  expect(texts.hourExceptions).toBe('Good Friday: closed.\nQing Ming: from 5:30 am.')
  expect(texts.allVisitingHours).toBe(
    'Every day, 8 am to 6 pm. Longer around festivals: 5 am to 9 pm. Good Friday: closed. Qing Ming: from 5:30 am.',
  )
})

test('within a sentence, only days of the week keep their capital letter', () => {
  expect(withinSentence('Every day, 9 am to 5 pm')).toBe('every day, 9 am to 5 pm')
  expect(withinSentence('Monday to Friday, 9 am to 5 pm')).toBe('Monday to Friday, 9 am to 5 pm')
  expect(withinSentence('')).toBe('')
})

test('without festivals and exceptions there are no titles for them either, and a typed full stop is not doubled', () => {
  const texts = toHouseTexts({ ...house, visitingHours: 'Every day.', festivalHours: '', hourExceptions: ' ' })
  expect(texts).toMatchObject({ festivalTitle: '', festivalHours: '', exceptionsTitle: '', hourExceptions: '' })
  expect(texts.allVisitingHours).toBe('Every day.')
})

test('there is a notice until the house is open, with the time if there is one', () => {
  expect(toHouseTexts(house).openingNotice).toBe('')
  expect(toHouseTexts({ ...house, isOpen: false }).openingNotice).toBe(
    'We are opening soon. Until then you are welcome to look around.',
  )
  const opensAt = '2027-01-03T01:00:00.000Z'
  expect(toHouseTexts({ ...house, isOpen: false, opensAt }).openingNotice).toMatch(
    /^We are opening soon, on 3 Jan 2027, 09:00\. /,
  )
})

test('a receipt of a house without details names only what is known', () => {
  expect(issuerLine(house)).toBe('Issued by Hill House, 7 Hill Street. Registration number T11SS1111B.')
  expect(issuerLine({ name: 'Columba', address: '', registrationNumber: '' })).toBe('Issued by Columba.')
})
