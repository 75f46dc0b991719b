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

/** A family of its own with a booking that waits for a decision, made by the calls of the counter, so that a test shares nothing with others. */
export async function bookAtCounter(
  clerk: APIRequestContext,
  { type = 'Current', paid = true, ...given }: Booked = {},
) {
  const family = someone()
  const fields = { beneficiaryName: `Tan Ah Kow ${family.contactNumber}`, ...given }
  const { bookingID, nicheID, nicheCode } = await takeNiche(clerk, type, { ...applicantFields(family), ...fields })
  if (paid) {
    await post(clerk, '/api/booking/updateBookingTransaction', { bookingID, paymentMethod: 'Cash' })
    await post(clerk, '/api/booking/reopen', { bookingID, reason: 'The papers are to be read once more.' })
  }
  return { ...family, bookingID, nicheID, nicheCode, ...fields }
}

function someone() {
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

/** Sends the form for a niche: the first time it books, and for one's own unpaid booking it amends. */
export function sendApplication(
  sender: APIRequestContext,
  nicheID: string,
  type: Type,
  fields: object = {},
  birth: TestFile = birthCertFile,
) {
  const death = type === 'Current' ? { deathCertFile: sent(deathCertFile) } : {}
  return sender.post('/api/booking/submitBooking', {
    multipart: { ...application(nicheID, type), ...fields, birthCertFile: sent(birth), ...death },
  })
}

/** Another test may be quicker at a niche: then there is another niche. */
export async function takeNiche(sender: APIRequestContext, type: Type, fields: object) {
  for (let attempt = 0; attempt < 5; attempt++) {
    const { nicheID, nicheCode } = await findFreeNiche(sender)
    const answer = await sendApplication(sender, nicheID, type, fields)
    if (answer.ok()) return { bookingID: String((await answer.json()).bookingID), nicheID, nicheCode }
    if (answer.status() !== 409) throw new Error(`The booking was refused: ${await answer.text()}`)
  }
  throw new Error('No niche could be had.')
}

/** In the part of the older hall where nobody else chooses. */
async function findFreeNiche(clerk: APIRequestContext): Promise<Niche> {
  const list = async <Row>(path: string): Promise<Row[]> => (await clerk.get(path)).json()
  const [hall] = await list<Building>('/api/niche/buildings')
  const levels = await list<Level>(`/api/niche/levels/${hall?.buildingID}`)
  const blocks = await list<Block>(`/api/niche/blocks/${levels[2]?.levelID}`)
  const niches = await list<Niche>(`/api/niche/niches/${any(blocks.slice(0, 3)).blockID}`)
  return any(niches.filter(({ status }) => status === 'Available'))
}

const any = <T>(these: T[]): T => these[Math.floor(Math.random() * these.length)] as T

const sent = ({ name, type = '', content }: TestFile) => ({ name, mimeType: type, buffer: Buffer.from(content) })
