import { asc, eq, ne } from 'drizzle-orm'
import { expect, test as onEachEngine } from 'vitest'
import { nicheApi } from '#contract/niches/api.ts'
import type { NicheStatus } from '#contract/niches/niche.ts'
import {
  beneficiaries,
  blocks,
  bookings,
  buildings,
  levels,
  nicheStatusLog,
  niches,
  registerEntries,
  rightHolders,
  rights,
  urnMoves,
  urns,
  users,
} from '#server/database/schema.ts'
import { type HolderRow, listHolders } from '#server/rights/holders.ts'
import { createRandom, type Random } from '#server/seed/seeded-random.ts'
import { verifyAudit } from '#server/urns/verify-audit.ts'
import { makeUser } from '#test/factories.ts'
import { randomRegister } from '#test/random-register.ts'
import { type RegisterContent, registerFilesOf } from '#test/register-files.ts'
import { passOn } from '#test/right-factory.ts'
import { prepareTestApp, startTestApp, type TestApp } from '#test/test-app.ts'
import { exportRegister } from './export-register.ts'
import { importRegister } from './import-register.ts'

const test = onEachEngine.runIf(process.env.TEST_ENGINE === 'postgres')
const testApp = prepareTestApp(undefined, 'each')

test.each([1, 2, 3, 4, 5])(
  'random house %i, exported and imported into an empty house, has the same files and the same database there',
  async (seed) => {
    const random = createRandom(seed)
    const register = randomRegister(random)
    await importAll(testApp, register)
    const again = { ...register, niches: `${register.niches}\n` }
    expect(await importAll(testApp, again)).toMatchObject({ added: { niches: 0, people: 0 } })
    await useHouse(random)
    const first = await exported(testApp)
    expect(await importAll(testApp, first)).toMatchObject({ added: { niches: 0, people: 0 } })

    const other = await startTestApp()
    await importAll(other, first)
    expect(await exported(other)).toEqual(first)
    expect(await contentOf(other)).toEqual(await contentOf(testApp))
    expect((await verifyAudit(other.context)).problems).toEqual([])
    await other.close()
  },
  120_000,
)

/** Links bookings to accounts, passes rights on, removes and corrects their first holders, and blocks and marks niches. */
async function useHouse(random: Random) {
  const { db } = testApp.context
  const admin = await testApp.signIn('admin')
  const held = await db.select().from(registerEntries).where(ne(registerEntries.holderName, ''))
  for (const { bookingID } of held) {
    if (random.chance(0.8)) continue
    const { userID } = await makeUser(testApp.context, { fullName: `Account ${random.digits(4)}` })
    await db.update(bookings).set({ userID }).where(eq(bookings.bookingID, bookingID))
  }
  for (const { rightID } of await db.select().from(rights).orderBy(asc(rights.number))) {
    const [first, ...further] = await listHolders(testApp.context, rightID)
    const isFirst = eq(rightHolders.holderID, first?.holder.holderID ?? 0)
    const [what, name] = [random.pick(['passOn', 'remove', 'correct', 'keep', 'keep']), `Holder ${random.digits(4)}`]
    if (what === 'passOn') await passOn(testApp.context, rightID, name)
    if (what === 'remove' && further.length > 0) await db.delete(rightHolders).where(isFirst)
    if (what === 'correct' && first?.name) await db.update(rightHolders).set({ name }).where(isFirst)
  }
  for (const { nicheID, status } of await db.select().from(niches)) {
    const newStatus = random.pick(overrides[status] ?? [status])
    const body = { nicheID, newStatus, reason: 'A leak' }
    if (newStatus !== status) expect((await admin.call(nicheApi.override, { body })).status).toBe(200)
  }
}

const overrides: Partial<Record<NicheStatus, NicheStatus[]>> = {
  Available: ['Available', 'Occupied', 'Blocked'],
  Blocked: ['Blocked', 'Available'],
  Reserved: ['Reserved', 'Occupied', 'Blocked'],
  Occupied: ['Occupied', 'Occupied', 'Blocked'],
}

async function importAll({ context }: TestApp, content: RegisterContent) {
  const problems: unknown[] = []
  const result = await importRegister(context, registerFilesOf(content), { report: (each) => problems.push(each) })
  expect(problems).toEqual([])
  return result
}

async function exported({ context }: TestApp) {
  const read = async (file: 'niches' | 'people') => {
    const parts: string[] = []
    for await (const part of exportRegister(context, file, { livingNRICs: true })) parts.push(part)
    return parts.join('')
  }
  return { niches: await read('niches'), people: await read('people') }
}

/** Everything that a register is about, without IDs and times. The holder is that of the account, if there is one. */
async function contentOf({ context: { db, vault } }: TestApp) {
  const places = await db
    .select({ niche: niches, block: blocks, level: levels, building: buildings })
    .from(niches)
    .innerJoin(blocks, eq(blocks.blockID, niches.blockID))
    .innerJoin(levels, eq(levels.levelID, blocks.levelID))
    .innerJoin(buildings, eq(buildings.buildingID, levels.buildingID))
  const people = await db
    .select({
      booking: bookings,
      person: beneficiaries,
      entry: registerEntries,
      user: users,
      urn: urns.tag,
      move: urnMoves,
      right: rights,
    })
    .from(bookings)
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .innerJoin(registerEntries, eq(registerEntries.bookingID, bookings.bookingID))
    .leftJoin(users, eq(users.userID, bookings.userID))
    .leftJoin(urns, eq(urns.bookingID, bookings.bookingID))
    .leftJoin(urnMoves, eq(urnMoves.tag, urns.tag))
    .innerJoin(rights, eq(rights.rightID, bookings.rightID))
  const reasons = await db.select().from(nicheStatusLog)
  const holders = new Map<string, HolderRow[]>()
  for (const { right } of people) holders.set(right.rightID, await listHolders({ db, vault }, right.rightID))
  const content = places.map(({ niche, block, level, building }) => {
    const inNiche = people.filter(({ booking }) => booking.nicheID === niche.nicheID)
    const placeOf = (bookingID: string | null) =>
      inNiche.find(({ booking }) => booking.bookingID === bookingID)?.booking.placeNumber ?? null
    return {
      code: niche.nicheCode,
      ...without(building, 'buildingID'),
      ...without(level, 'levelID', 'buildingID'),
      ...without(niche, 'nicheID', 'blockID', 'importID'),
      ...without(block, 'blockID', 'levelID'),
      reason: niche.status === 'Blocked' && reasons.findLast(({ nicheID }) => nicheID === niche.nicheID)?.reason,
      people: inNiche
        .map(({ booking, person, entry, user, urn, move, right }) => ({
          place: booking.placeNumber,
          ...without(
            booking,
            'bookingID',
            'userID',
            'nicheID',
            'beneficiaryID',
            'createdByID',
            'createdAt',
            'waitingSince',
            'rightID',
          ),
          besideBookingID: placeOf(booking.besideBookingID),
          ...without(person, 'beneficiaryID', 'nationalIDSealed', 'withheldByID'),
          sharedAt: person.sharedAt !== null && !person.withheldAt,
          withheldAt: person.withheldAt !== null,
          nationalID: vault.openText(person.nationalIDSealed),
          ...holderOf({ booking, entry, user, held: holders.get(right.rightID) ?? [] }),
          bookedOn: entry.bookedOn,
          reference: entry.reference,
          deed: entry.deed,
          receiptNo: entry.receiptNo,
          right: without(right, 'rightID', 'number', 'nicheID', 'holdersAt'),
          holders: holders.get(right.rightID)?.map(({ name }) => name),
          urn: urn && [move?.event, move?.position, move?.nicheID === niche.nicheID],
        }))
        .sort((one, other) => one.place - other.place),
    }
  })
  return content.sort((one, other) => (one.code < other.code ? -1 : 1))
}

interface Held {
  booking: typeof bookings.$inferSelect
  entry: typeof registerEntries.$inferSelect
  user: typeof users.$inferSelect | null
  held: readonly HolderRow[]
}

/** A file names whom the booking names, or without contact details whoever has followed the holder of the niche. */
function holderOf({ booking, entry, user, held: [first] }: Held) {
  if (first && first.holder.bookingID === null)
    return { holderName: first.name, holderContact: '', holderEmail: '', contactKey: '' }
  const ownName = user?.fullName ?? entry.holderName
  return {
    holderName: first?.holder.bookingID === booking.bookingID ? first.name : ownName,
    holderContact: user?.contactNumber ?? entry.holderContact,
    holderEmail: user?.email ?? entry.holderEmail,
    contactKey: user?.contactKey ?? entry.contactKey,
  }
}

const without = <Row extends object>(row: Row, ...names: (keyof Row)[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name as keyof Row)))
