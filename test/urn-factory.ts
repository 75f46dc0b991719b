import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { urnApi } from '#contract/urns/api.ts'
import { type ConfirmForm, needsIdentity, type ReleaseDetails } from '#contract/urns/confirmation.ts'
import type { TwoPersonEvent } from '#contract/urns/moves.ts'
import type { Context } from '#server/core/context.ts'
import { beneficiaries, bookings, niches, urns } from '#server/database/schema.ts'
import { enterUrns } from '#server/urns/public.ts'
import { makeBooking } from './booking-factory.ts'
import { beneficiary } from './booking-forms.ts'
import type { Caller } from './caller.ts'
import { makeUser, type Person } from './factories.ts'
import type { SignedInCaller } from './test-app.ts'

export interface MadeUrn {
  tag: string
  bookingID: string
  nicheID: string
  nicheCode: string
  owner: Person
  name: string
}

interface UrnOptions {
  facts?: { widthMm?: string; heightMm?: string; cremationNumber?: string }
  /** Columns of the beneficiary. */
  person?: Partial<typeof beneficiaries.$inferInsert>
  owner?: Person
}

/** A confirmed current booking whose urn this clerk has received. */
export async function makeUrn(
  context: Context,
  clerk: Caller,
  { facts, person, owner }: UrnOptions = {},
): Promise<MadeUrn> {
  const made = await makeRestingPlace(context, person, owner)
  const { bookingID } = made
  const papers = await rightPapers(context, bookingID)
  const body = {
    requestID: randomUUID(),
    bookingID,
    widthMm: '',
    heightMm: '',
    cremationNumber: '',
    ...papers,
    ...facts,
  }
  const { tag } = (await clerk.call(urnApi.receive, { body })).body
  return { ...made, tag }
}

/** The choices of a clerk who reads the papers of this booking rightly. */
export async function rightPapers({ db, vault }: Context, bookingID: string) {
  const [booked] = await db
    .select({ beneficiary: beneficiaries })
    .from(beneficiaries)
    .innerJoin(bookings, eq(bookings.beneficiaryID, beneficiaries.beneficiaryID))
    .where(eq(bookings.bookingID, bookingID))
  const { beneficiaryName, dateOfBirth, nationalIDSealed } = booked?.beneficiary ?? {}
  const ending = nationalIDSealed && vault.openText(nationalIDSealed).slice(-4)
  const identifier = ending ? ('nric' as const) : ('birth' as const)
  const value = ending || dateOfBirth
  return { name: beneficiaryName || undefined, ...(value && { identifier, value }) }
}

/** The same with an urn that was not received: a register says that it is in its niche. */
export async function makeListedUrn(context: Context, { person }: Pick<UrnOptions, 'person'> = {}): Promise<MadeUrn> {
  const made = await makeRestingPlace(context, person)
  await enterUrns(context, randomUUID(), [made])
  const [urn] = await context.db.select().from(urns).where(eq(urns.bookingID, made.bookingID))
  return { ...made, tag: urn?.tag ?? '' }
}

async function makeRestingPlace(context: Context, person: UrnOptions['person'], known?: Person) {
  const owner = known ?? (await makeUser(context))
  const { bookingID, nicheID } = await makeBooking(context, owner, { status: 'Confirmed' })
  const [booking] = await context.db.select().from(bookings).where(eq(bookings.bookingID, bookingID))
  if (person)
    await context.db
      .update(beneficiaries)
      .set(person)
      .where(eq(beneficiaries.beneficiaryID, booking?.beneficiaryID ?? ''))
  const [niche] = await context.db.select().from(niches).where(eq(niches.nicheID, nicheID))
  const name = person?.beneficiaryName ?? beneficiary.beneficiaryName
  return { bookingID, nicheID, nicheCode: niche?.nicheCode ?? '', owner, name }
}

export const collector: ReleaseDetails = {
  releasedTo: 'Tan Ah Kow',
  identityKind: 'NRIC',
  identityEnding: '567A',
  authority: 'holder',
  document: 'Booking confirmation',
}

/** A right confirmation of this move, with a request ID of its own. */
export const confirmation = (
  { tag, nicheCode, name }: MadeUrn,
  event: TwoPersonEvent,
  changes: Partial<ConfirmForm> = {},
): ConfirmForm => ({
  requestID: randomUUID(),
  event,
  tag,
  nicheCode,
  ...(needsIdentity(event) && { name, identifier: 'nric', value: '456A' }),
  ...(event === 'release' && { release: collector }),
  ...changes,
})

/** Both people confirm the move. */
export async function moveTogether(
  urn: MadeUrn,
  event: TwoPersonEvent,
  [first, second]: readonly [Caller, Caller],
  [firstID, secondID] = [randomUUID() as string, randomUUID() as string],
) {
  await first.call(urnApi.confirm, { body: confirmation(urn, event, { requestID: firstID }) })
  const { release: _, ...seen } = confirmation(urn, event)
  const { body: check } = await second.call(urnApi.check, { body: seen })
  const { attemptID } = check.first ?? {}
  return second.call(urnApi.confirm, { body: { ...seen, requestID: secondID, ...(attemptID && { attemptID }) } })
}

export const putOnShelf = (clerk: SignedInCaller, { tag }: MadeUrn, shelf = 'Store room, shelf 3') =>
  clerk.call(urnApi.shelve, { body: { requestID: randomUUID(), tag, shelf } })

export const readUrn = async (caller: SignedInCaller, { tag }: Pick<MadeUrn, 'tag'>) =>
  (await caller.call(urnApi.detail, { params: { tag } })).body
