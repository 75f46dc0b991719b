import type { APIRequestContext } from '@playwright/test'
import type { BookingType } from '#contract/bookings/booking.ts'
import type { Block, Building, Level, Niche } from '#contract/niches/niche.ts'
import { applicantFields, application, birthCertFile, deathCertFile } from '#test/booking-forms.ts'
import type { TestFile } from '#test/caller.ts'
import { post } from './demo-sessions.ts'
import { nextDigits } from './next-digits.ts'

export type BookedApplicant = Awaited<ReturnType<typeof bookAtCounter>>

interface Booked {
  type?: Exclude<BookingType, 'Archived'>
  paid?: boolean
  beneficiaryName?: string
  /** The test frees the niche and wants it back, so no other test may choose from its block. */
  wantsNicheBack?: boolean
}

/** A new applicant with a booking that waits for a decision, made by a clerk through the API, so that tests share nothing. */
export async function bookAtCounter(
  clerk: APIRequestContext,
  { type = 'Current', paid = true, wantsNicheBack = false, ...given }: Booked = {},
) {
  const family = newPerson()
  const fields = { beneficiaryName: `Tan Ah Kow ${family.contactNumber}`, ...given }
  const { bookingID, nicheID, nicheCode } = await takeNiche(
    clerk,
    type,
    { ...applicantFields(family), ...fields },
    wantsNicheBack ? quietBlock : sharedBlocks,
  )
  if (paid) {
    await post(clerk, '/api/booking/updateBookingTransaction', { bookingID, paymentMethod: 'Cash' })
    await post(clerk, '/api/booking/reopen', { bookingID, reason: 'The certificates must be checked again.' })
  }
  return { ...family, bookingID, nicheID, nicheCode, ...fields }
}

function newPerson() {
  const digits = nextDigits()
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
export async function takeNiche(sender: APIRequestContext, type: Type, fields: object, from = sharedBlocks) {
  for (let attempt = 0; attempt < 5; attempt++) {
    const { nicheID, nicheCode } = await findFreeNiche(sender, from)
    const answer = await sendApplication(sender, nicheID, type, fields)
    if (answer.ok()) return { bookingID: String((await answer.json()).bookingID), nicheID, nicheCode }
    if (answer.status() !== 409) throw new Error(`The booking was refused: ${await answer.text()}`)
  }
  throw new Error('No free niche could be booked in five attempts.')
}

/** The blocks in which bookings at the counter are made, in the older hall. */
const sharedBlocks = { hall: 0, level: 2, blocks: ['A', 'B', 'C'] }
/** Other tests only look at this block. */
const quietBlock = { hall: 1, level: 0, blocks: ['A'] }

async function findFreeNiche(clerk: APIRequestContext, from: typeof sharedBlocks): Promise<Niche> {
  const list = async <Row>(path: string): Promise<Row[]> => (await clerk.get(path)).json()
  const halls = await list<Building>('/api/niche/buildings')
  const levels = await list<Level>(`/api/niche/levels/${halls[from.hall]?.buildingID}`)
  const blocks = await list<Block>(`/api/niche/blocks/${levels[from.level]?.levelID}`)
  const { blockID } = pickRandom(blocks.filter(({ blockName }) => from.blocks.includes(blockName)))
  const niches = await list<Niche>(`/api/niche/niches/${blockID}`)
  const free = niches.filter(({ status }) => status === 'Available')
  /** Tests that choose on the map take the first ones or the last, on a level which may be this one. */
  return pickRandom(free.slice(3, -3))
}

const pickRandom = <T>(items: T[]): T => items[Math.floor(Math.random() * items.length)] as T

const toUpload = ({ name, type = '', content }: TestFile) => ({ name, mimeType: type, buffer: Buffer.from(content) })
