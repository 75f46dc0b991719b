import { eq } from 'drizzle-orm'
import { addDays, addMonths, toDay } from '#contract/dates.ts'
import { rightApi } from '#contract/rights/api.ts'
import type { ClaimForm } from '#contract/rights/claim.ts'
import { claimApi } from '#contract/rights/claim-api.ts'
import { formatRightNumber } from '#contract/rights/term.ts'
import { secondPersonApi } from '#contract/second-person/api.ts'
import { settleMovedElsewhere } from '#server/bookings/public.ts'
import type { Context } from '#server/core/context.ts'
import { bookings, rightHolders, rights } from '#server/database/schema.ts'
import { endTerms } from '#server/rights/after-end.ts'
import { listHolders } from '#server/rights/holders.ts'
import { makeApproved } from './appointment-factory.ts'
import type { Person } from './factories.ts'
import type { SignedInCaller } from './test-app.ts'

/** An approved booking of this person, with its right. */
export async function makeRight(context: Context, owner: Person) {
  const { bookingID } = await makeApproved(context, owner)
  return { bookingID, ...(await rightOf(context, bookingID)) }
}

export async function rightOf(context: Context, bookingID: string) {
  while (await settleMovedElsewhere(context));
  const [found] = await context.db
    .select({ right: rights })
    .from(bookings)
    .innerJoin(rights, eq(rights.rightID, bookings.rightID))
    .where(eq(bookings.bookingID, bookingID))
  if (!found) throw new Error('The booking has no right')
  const { rightID, nicheID, number } = found.right
  return { rightID, nicheID, number: formatRightNumber(number) }
}

type RightRow = Partial<typeof rights.$inferInsert>

export const setRight = ({ db }: Context, rightID: string, set: RightRow) =>
  db.update(rights).set(set).where(eq(rights.rightID, rightID))

/** Gives the right of this booking that last day. */
export async function setEnd(context: Context, bookingID: string, endsOn: string, rules: RightRow = {}) {
  const right = await rightOf(context, bookingID)
  await setRight(context, right.rightID, { basis: 'fixedDay', endsOn, ...rules })
  return { ...right, endsOn }
}

/** The right of this booking ended yesterday, or so many months before. */
export async function endRight(context: Context, bookingID: string, months = 0) {
  const right = await setEnd(context, bookingID, addDays(addMonths(toDay(context.clock()), -months), -1))
  await endTerms(context)
  return right
}

/** Ends in a month, and can be extended by ten years twice. */
export const makeEnding = (context: Context, bookingID: string) =>
  setEnd(context, bookingID, addDays(toDay(context.clock()), 30), { extensionYears: 10, extensionTimes: 2 })

/** A further holder without an account. */
export const addHolder = ({ db, vault, clock }: Context, rightID: string, name: string, address = '', email = '') =>
  db.insert(rightHolders).values({
    rightID,
    name,
    addressSealed: address ? vault.seal(address) : null,
    emailSealed: email ? vault.seal(email) : null,
    addedAt: clock(),
  })

/** Somebody else follows the first holder, as if a claim was decided for. */
export async function passOn(context: Context, rightID: string, name: string, address = '') {
  const [first] = await listHolders(context, rightID)
  await addHolder(context, rightID, name, address)
  await context.db.delete(rightHolders).where(eq(rightHolders.holderID, first?.holder.holderID ?? 0))
}

export const readRight = async (caller: SignedInCaller, number: string) =>
  (await caller.call(rightApi.detail, { params: { number } })).body

/** A holder as the page of the right shows them: the first, unless an ID is given. */
export async function shownHolder(caller: SignedInCaller, number: string, holderID?: number) {
  const { holders } = await readRight(caller, number)
  const holder = holderID === undefined ? holders[0] : holders.find((each) => each.holderID === holderID)
  return { number, holderID: holder?.holderID ?? 0, name: holder?.name ?? '' }
}

/** A claim after the first holder, unless it says otherwise. */
export async function askClaim(caller: SignedInCaller, number: string, changes: Partial<ClaimForm> = {}) {
  const { holders } = await readRight(caller, number)
  const { holderIDs = [holders[0]?.holderID ?? 0] } = changes
  const body = {
    number,
    kind: 'succession' as const,
    holderIDs,
    holderNames: holderIDs.map((holderID) => holders.find((each) => each.holderID === holderID)?.name ?? ''),
    name: 'Tan Mei',
    nric: 'S7654321D',
    bornOn: '1990-01-31',
    guardian: '',
    address: '2 Hill Street',
    email: 'mei@test.example',
    by: 'counter' as const,
    papers: 'Death certificate and will.',
    ...changes,
  }
  const reply = await caller.call(claimApi.ask, { body })
  const claims = reply.status === 200 ? (await readRight(caller, number)).claims : []
  return { ...reply, claimID: claims.find(({ name }) => name === body.name)?.claimID ?? '' }
}

/** A clerk posts all letters about rights. */
export async function postLetters(clerk: SignedInCaller) {
  const letterIDs = (await clerk.call(rightApi.lettersToPost)).body.map(({ letterID }) => letterID)
  return clerk.call(rightApi.recordPosted, { body: { letterIDs } })
}

export const object = (caller: SignedInCaller, number: string, reach: { email?: string; address?: string } = {}) =>
  caller.call(claimApi.recordObjection, {
    body: { number, name: 'Tan Ah Beng', words: 'He promised it to me.', by: 'phone', ...reach },
  })

/** Two people record that the objection has ended. */
export async function endObjection(
  [clerk, colleague]: readonly [SignedInCaller, SignedInCaller],
  objectionID: number,
  as: 'withdrawn' | 'settled' = 'settled',
) {
  const asked = await clerk.call(claimApi.endObjection, { body: { objectionID, as, reason: 'Both agree now.' } })
  return asked.status === 200 ? confirmAs(colleague, String(objectionID)) : asked
}

/** Confirms what somebody else has asked for about this subject. */
export async function confirmAs(caller: SignedInCaller, subject: string) {
  const request = (await caller.call(secondPersonApi.list)).body.find((each) => each.subject === subject)
  return caller.call(secondPersonApi.confirm, { body: { requestID: request?.requestID ?? '' } })
}
