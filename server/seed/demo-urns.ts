import { eq } from 'drizzle-orm'
import type { ReleaseDetails } from '#contract/urns/confirmation.ts'
import type { UrnEvent } from '#contract/urns/moves.ts'
import { tagAlphabet, tagFrom } from '#contract/urns/tag.ts'
import { lockBooking } from '#server/bookings/public.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import { appointments, beneficiaries, urns } from '#server/database/schema.ts'
import { advanceUrn } from '../urns/advance-urn.ts'
import { lockUrn } from '../urns/queries.ts'
import type { Person } from './demo-people.ts'
import type { Rows } from './scenario-rows.ts'
import type { Random } from './seeded-random.ts'

/** Few bookings have an urn, so that most can still be archived with one click. */
const histories: readonly { moves: readonly UrnEvent[]; count: number; archived?: true }[] = [
  { moves: ['receive', 'place'], count: 6 },
  { moves: ['receive', 'shelve', 'place'], count: 2 },
  { moves: ['receive'], count: 3 },
  { moves: ['receive', 'shelve'], count: 2 },
  { moves: ['receive', 'shelve', 'move'], count: 1 },
  { moves: ['receive', 'place', 'takeOut'], count: 1 },
  { moves: ['receive', 'place', 'takeOut', 'release'], count: 1, archived: true },
]

interface Staff {
  clerk: Person
  admin: Person
}

/** Urns of all whereabouts, whose moves the clerk and the admin made. */
export async function addDemoUrns(
  context: Context,
  random: Random,
  rows: readonly Rows[],
  staff: Staff,
  family: Person,
) {
  const ofOthers = rows.filter(
    ({ booking }) => booking.userID !== family.userID && booking.bookingStatus === 'Confirmed',
  )
  const appointmentOf = new Map((await context.db.select().from(appointments)).map((row) => [row.bookingID, row]))
  const statusOf = ({ booking }: Rows) => appointmentOf.get(booking.bookingID)?.status
  const current = ofOthers.filter(({ booking }) => booking.bookingType === 'Current')
  const left = {
    archived: ofOthers.filter(({ booking }) => booking.bookingType === 'Archived'),
    done: current.filter((row) => statusOf(row) === 'done'),
    /** The families who are here now first. */
    notDone: current
      .filter((row) => statusOf(row) !== 'done')
      .sort((one, other) => Number(statusOf(other) === 'arrived') - Number(statusOf(one) === 'arrived')),
  }
  const chosen = histories.flatMap(({ moves, count, archived }) =>
    left[archived ? 'archived' : moves.includes('place') ? 'done' : 'notDone']
      .splice(0, count)
      .map((row) => ({ moves, row })),
  )
  const arrivalOf = (row: Rows) => {
    const appointment = appointmentOf.get(row.booking.bookingID)
    return appointment?.status === 'done' ? appointment.startsAt : fiveHoursAfterApproval(row)
  }
  const inOrder = chosen.map((each) => ({ ...each, first: arrivalOf(each.row) }))
  inOrder.sort((one, other) => one.first.getTime() - other.first.getTime())
  for (const { moves, row, first } of inOrder) await addUrn(context, random, row, { moves, staff, first })
  await makeNamesakes(
    context,
    chosen.find(({ moves }) => moves.includes('place'))?.row,
    chosen.find(({ moves }) => moves.length === 1)?.row,
  )
}

/** The decision is the move that made the booking current; an archived booking has another move after it. */
const fiveHoursAfterApproval = ({ booking, moves }: Rows) =>
  new Date((moves[2]?.at ?? moves[1]?.at ?? booking.createdAt).getTime() + 5 * hour)

async function addUrn(
  context: Context,
  random: Random,
  { booking }: Rows,
  { moves, staff, first }: { moves: readonly UrnEvent[]; staff: Staff; first: Date },
) {
  const { bookingID, nicheID } = booking
  const tag = tagFrom(Array.from({ length: 7 }, () => random.pick([...tagAlphabet])).join(''))
  const size = { widthMm: random.int(180, 240), heightMm: random.int(220, 280) }
  const cremationNumber = `CR ${random.digits(5)}/26`
  await context.db.insert(urns).values({ tag, bookingID, ...size, cremationNumber, createdAt: first })
  for (const [index, event] of moves.entries()) {
    const at = new Date(Math.min(first.getTime() + index * 20 * minute, context.clock().getTime() - minute))
    const urn = await lockUrn(context.db, tag)
    if (!urn) throw new Error('The urn was not added')
    /** An archived booking was current then. */
    const booking = { ...urn.booking, bookingType: 'Current' as const }
    const niche = { nicheID, nicheCode: urn.nicheCode }
    await advanceUrn(asPerson(context, staff.admin, at), { ...urn, booking }, event, {
      requestID: random.uuid(),
      ...((event === 'place' || event === 'takeOut') && { niche }),
      ...((event === 'shelve' || event === 'move') && { shelf: `Store room, shelf ${random.int(1, 6)}` }),
      ...((event === 'place' || event === 'takeOut' || event === 'release') && {
        firstByID: staff.clerk.userID,
        firstBy: staff.clerk.fullName,
      }),
      ...(event === 'release' && { release: collector }),
    })
  }
}

const minute = 60_000
const hour = 60 * minute

const collector: ReleaseDetails = {
  releasedTo: 'Tan Siew Hong',
  identityKind: 'NRIC',
  identityEnding: '412F',
  authority: 'holder',
  document: 'Booking confirmation',
}

const asPerson = (context: Context, { userID, fullName, role }: Person, at: Date): SignedInContext => ({
  ...context,
  clock: () => at,
  actor: { userID, name: fullName, role, sessionHash: '' },
})

/** The urn that was received has nearly the same name as one that was placed. */
async function makeNamesakes({ db }: Context, placed: Rows | undefined, received: Rows | undefined) {
  const locked = placed && (await lockBooking(db, placed.booking.bookingID))
  if (!locked || !received) return
  const words = locked.beneficiary.beneficiaryName.split(' ')
  const beneficiaryName = [words.at(-1), ...words.slice(0, -1)].join(' ')
  await db
    .update(beneficiaries)
    .set({ beneficiaryName })
    .where(eq(beneficiaries.beneficiaryID, received.booking.beneficiaryID))
}
