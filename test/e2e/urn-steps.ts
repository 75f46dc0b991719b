import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { formatDay } from '#contract/dates.ts'
import type { UrnDetail } from '#contract/urns/api.ts'
import { beneficiary } from '#test/booking-forms.ts'
import { bookAtCounter } from './counter-bookings.ts'
import { post } from './demo-sessions.ts'

export interface TestUrn {
  tag: string
  nicheCode: string
  bookingID: string
  contactNumber: string
  beneficiaryName: string
}

/** A family's urn at the counter, received through the API. */
export async function receiveUrn(clerk: APIRequestContext, beneficiaryName = newName()): Promise<TestUrn> {
  const { bookingID, nicheCode, contactNumber } = await bookAtCounter(clerk, { beneficiaryName })
  await post(clerk, '/api/booking/approve', { bookingID })
  const body = {
    requestID: crypto.randomUUID(),
    bookingID,
    ...papersOf({ beneficiaryName }),
    widthMm: '',
    heightMm: '',
    cremationNumber: '',
  }
  const { tag } = (await post(clerk, '/api/urn/receive', body)) as { tag: string }
  return { tag, nicheCode, bookingID, contactNumber, beneficiaryName }
}

export const papersOf = ({ beneficiaryName }: { beneficiaryName: string }) => ({
  name: beneficiaryName,
  identifier: 'birth',
  value: beneficiary.dateOfBirth,
})

/** Chooses what the papers say, in the dialog that receives an urn. */
export async function fillPapers(page: Page, name: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name, exact: true }).check()
  await dialog.getByRole('radio', { name: formatDay(beneficiary.dateOfBirth), exact: true }).check()
}

/** The widest letters are left out: a random word could consist of them, and be wider than any name. */
const letters = 'abcdefghijknopqrstuvxyz'
/** A word that no other test uses. */
export const newWord = () =>
  Array.from({ length: 12 }, () => letters[Math.floor(Math.random() * letters.length)]).join('')
export const newName = () => `Tan ${newWord()}`

/** The moves in the ledger, the oldest first. */
export async function movesOf(clerk: APIRequestContext, { tag }: Pick<TestUrn, 'tag'>) {
  const { moves }: UrnDetail = await (await clerk.get(`/api/urn/detail/${tag}`)).json()
  return moves.map(({ event }) => event).reverse()
}

const moves = { place: 'Place an urn', takeOut: 'Take an urn out', release: 'Release an urn', see: 'The urn is here' }
export type Move = keyof typeof moves

export async function fillScan(page: Page, { tag, nicheCode }: Pick<TestUrn, 'tag' | 'nicheCode'>, move: Move) {
  await page.goto('/urn-check')
  await page.getByLabel('Niche code').fill(nicheCode)
  await page.getByLabel('Tag of the urn').fill(tag)
  await page.getByRole('radio', { name: moves[move] }).check()
}

export async function scan(page: Page, urn: Pick<TestUrn, 'tag' | 'nicheCode'>, move: Move = 'place') {
  await fillScan(page, urn, move)
  await page.getByRole('button', { name: 'Continue' }).click()
}

export async function fillCompare(page: Page, { beneficiaryName }: TestUrn) {
  await page.getByRole('radio', { name: beneficiaryName, exact: true }).check()
  await page.getByRole('group', { name: 'Check one more detail' }).getByRole('radio', { name: 'Date of death' }).check()
  await page.getByRole('radio', { name: '31 Jan 2026', exact: true }).check()
}

export const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm', exact: true }).click()

export async function compare(page: Page, urn: TestUrn) {
  await fillCompare(page, urn)
  await confirm(page)
}

export async function confirmAsFirst(page: Page, urn: TestUrn) {
  await scan(page, urn)
  await compare(page, urn)
  await waitsForSecond(page)
}

export async function confirmAsSecond(page: Page, urn: TestUrn) {
  await scan(page, urn)
  await compare(page, urn)
  await isRecorded(page)
}

/** Two people who want to take out an urn of a register first see it, at the wall. */
export async function seeTogether([first, second]: readonly [Page, Page], urn: Pick<TestUrn, 'tag' | 'nicheCode'>) {
  await scan(first, urn, 'takeOut')
  await expect(first.getByRole('heading', { name: 'First see the urn' })).toBeFocused()
  await first.getByRole('button', { name: 'The urn is here' }).click()
  await first.getByRole('button', { name: 'It is there' }).click()
  await waitsForSecond(first)
  await scan(second, urn, 'see')
  await second.getByRole('button', { name: 'It is there' }).click()
  await isRecorded(second)
}

export async function enterCollector(page: Page, authority: string) {
  await page.getByLabel('Name', { exact: true }).fill('Tan Siew Hong')
  await page.getByLabel('Proof of identity').selectOption('NRIC')
  await page.getByLabel('Last four characters of its number').fill('567a')
  await page.getByRole('radio', { name: authority }).check()
  await page.getByLabel('Document', { exact: true }).fill('Booking confirmation')
  await page.getByRole('button', { name: 'Continue' }).click()
}

export const waitsForSecond = (page: Page) => expect(page.getByText('You have confirmed. Now the second')).toBeVisible()
export const isRecorded = (page: Page) =>
  expect(page.getByText('Both have confirmed. The move is recorded.')).toBeVisible()
export const isRefused = (page: Page, sentence: string) =>
  expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
