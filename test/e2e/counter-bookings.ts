import type { APIRequestContext } from '@playwright/test'
import type { BookingType } from '#contract/bookings/booking.ts'
import type { Block, Building, Level, Niche } from '#contract/niches/niche.ts'
import { applicantFields, application, birthCertFile, deathCertFile } from '#test/booking-forms.ts'
import type { TestFile } from '#test/caller.ts'
import { post } from './demo-sessions.ts'

export type BookedApplicant = Awaited<ReturnType<typeof bookAtCounter>>

interface Booked {
  type?: Exclude<BookingType, 'Archived'>
  paid?: boolean
  beneficiaryName?: string
}

/** A new applicant with a booking that waits for a decision, made by a clerk through the API, so that tests share nothing. */
export async function bookAtCounter(
  clerk: APIRequestContext,
  { type = 'Current', paid = true, ...given }: Booked = {},
) {
  const family = newPerson()
  const fields = { beneficiaryName: `Tan Ah Kow ${family.contactNumber}`, ...given }
  const { bookingID, nicheID, nicheCode } = await takeNiche(clerk, type, { ...applicantFields(family), ...fields })
  if (paid) {
    await post(clerk, '/api/booking/updateBookingTransaction', { bookingID, paymentMethod: 'Cash' })
    await post(clerk, '/api/booking/reopen', { bookingID, reason: 'The certificates must be checked again.' })
  }
  return { ...family, bookingID, nicheID, nicheCode, ...fields }
}

function newPerson() {
  const digits = String(Math.floor(Math.random() * 1e7)).padStart(7, '0')
  return {
    userID: '',
    role: 'user' as const,
    fullName: 'Ong Siew Hoon',
    email: `counter${digits}@columba.example`,
    nric: `T${digits}B`,
    contactNumber: `8${digits}`,
  }
}

type Type = 'Current' | 'PreOrder'

/** Submits the form for a niche: makes a booking, or amends the sender's unpaid one. */
export function sendApplication(
  sender: APIRequestContext,
  nicheID: string,
  type: Type,
  fields: object = {},
  birth: TestFile = birthCertFile,
) {
  const death = type === 'Current' ? { deathCertFile: toUpload(deathCertFile) } : {}
  return sender.post('/api/booking/submitBooking', {
    multipart: { ...application(nicheID, type), ...fields, birthCertFile: toUpload(birth), ...death },
  })
}

/** Books a free niche. Another test may take it first, so this tries up to five niches. */
export async function takeNiche(sender: APIRequestContext, type: Type, fields: object) {
  for (let attempt = 0; attempt < 5; attempt++) {
    const { nicheID, nicheCode } = await findFreeNiche(sender)
    const answer = await sendApplication(sender, nicheID, type, fields)
    if (answer.ok()) return { bookingID: String((await answer.json()).bookingID), nicheID, nicheCode }
    if (answer.status() !== 409) throw new Error(`The booking was refused: ${await answer.text()}`)
  }
  throw new Error('No free niche could be booked in five attempts.')
}

/** Picks from a part of the older hall that other tests do not use. */
async function findFreeNiche(clerk: APIRequestContext): Promise<Niche> {
  const list = async <Row>(path: string): Promise<Row[]> => (await clerk.get(path)).json()
  const [hall] = await list<Building>('/api/niche/buildings')
  const levels = await list<Level>(`/api/niche/levels/${hall?.buildingID}`)
  const blocks = await list<Block>(`/api/niche/blocks/${levels[2]?.levelID}`)
  const niches = await list<Niche>(`/api/niche/niches/${pickRandom(blocks.slice(0, 3)).blockID}`)
  return pickRandom(niches.filter(({ status }) => status === 'Available'))
}

const pickRandom = <T>(items: T[]): T => items[Math.floor(Math.random() * items.length)] as T

const toUpload = ({ name, type = '', content }: TestFile) => ({ name, mimeType: type, buffer: Buffer.from(content) })
