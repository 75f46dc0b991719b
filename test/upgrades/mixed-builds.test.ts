import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { chargeApi } from '#contract/charges/api.ts'
import { toDay } from '#contract/dates.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { verifyBooks } from '#server/bills/verify-books.ts'
import { settleMovedElsewhere } from '#server/bookings/public.ts'
import { loadConfig } from '#server/core/config.ts'
import { type Context, createContext } from '#server/core/context.ts'
import { createLog } from '#server/core/log.ts'
import { migrate } from '#server/database/migrate.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { rights } from '#server/database/schema.ts'
import { writeMissingBills } from '#server/payments/public.ts'
import type { Db } from '#server/ports/database.ts'
import { createServices } from '#server/start/services.ts'
import { verifyAudit } from '#server/urns/verify-audit.ts'
import { sampleKey } from '#test/sample-key.ts'
import { birthCertFile } from '../booking-forms.ts'
import type { CallTarget } from '../caller.ts'
import { buildProgram, makeBuildFolder } from '../child-process.ts'
import { findViolations } from '../find-violations.ts'
import { findInvariantsOfRights } from '../rights.ts'
import { createEmptyDatabase } from '../test-database.ts'
import {
  bookAndPay,
  type Clerk,
  expectSuccess,
  type Family,
  pay,
  registerFamily,
  signInClerk,
  submitFor,
} from './families.ts'
import { buildPreviousRelease, hasHistory } from './previous-release.ts'
import { startBuild } from './running-build.ts'

/** Two processes need a database server, and the previous release is built from the history, which a shallow clone lacks. */
const isPostgres = process.env.TEST_ENGINE === 'postgres'
const canRun = isPostgres && hasHistory
const reason = isPostgres ? 'this folder has no git history to build it from' : 'only PostgreSQL serves two processes'

const cleanUp: (() => Promise<unknown>)[] = []
let builds: Record<'previous' | 'current', Awaited<ReturnType<typeof buildProgram>>>
let environment: Record<string, string>
let dataDir: string
let context: Context
beforeAll(async () => {
  if (!canRun) return
  const [previous, current] = await Promise.all([buildPreviousRelease(), buildProgram('server/main.ts')])
  const empty = await createEmptyDatabase()
  dataDir = await makeBuildFolder()
  builds = { previous, current }
  environment = {
    DATABASE_URL: empty.url,
    ENCRYPTION_KEY: sampleKey,
    PORT: '0',
    BOT_CHECK: 'off',
    LOG_LEVEL: 'warn',
  }
  const database = await openPostgres(empty.url, createLog('silent'))
  context = createContext(createServices(database, loadConfig(environment)))
  cleanUp.push(database.close, empty.close, previous.remove, current.remove, () => rm(dataDir, { recursive: true }))
})
afterAll(async () => {
  for (const each of cleanUp) await each()
})

const start = (build: keyof typeof builds) =>
  startBuild(builds[build], { ...environment, DATA_DIR: join(dataDir, build) })

const listFreeNiches = async () =>
  (await context.db.execute(sql`select niche_id from niches where status = 'Available' order by niche_code`)).rows.map(
    ({ niche_id }) => String(niche_id),
  )

/** Level 50 of pino, or output that is not of the log. */
const isError = (line: string) => !/^\{"level":[1-4]0,/.test(line)

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

test('families book through the previous and the current build at once, and no niche is sold twice', async ({
  skip,
  onTestFailed,
}) => {
  skip(!canRun, reason)
  const previous = await start('previous')
  onTestFailed(() => console.log('Logged by the previous build:', previous.log()))
  cleanUp.unshift(previous.stop)
  const free = await listFreeNiches()
  const nextNiche = () => free.pop() ?? ''
  const brokenByDemoData = Object.keys(await findViolations(context.db))

  const families = await Promise.all(numbers(4).map((number) => registerFamily(previous, number)))
  const current = await upgradeWhile((isOver) =>
    Promise.all(families.map((family) => bookUntil(isOver, family, previous, nextNiche))),
  )
  onTestFailed(() => console.log('Logged by the current build:', current.log()))
  families.push(...(await Promise.all(numbers(4).map((number) => registerFamily(current, 4 + number)))))

  await bookAcrossBuilds(families, previous, current, nextNiche)
  for (let round = 0; round < 5; round++) await raceForNiche(families, nextNiche(), previous, current)
  const clerk = await signInClerk(previous)
  await approveThrough(previous, current, families, clerk)
  for (const family of families) await expectSameBookings(family, previous, current)

  const broken = Object.keys(await findViolations(context.db))
  expect(broken.filter((name) => !brokenByDemoData.includes(name))).toEqual([])
  await keepNicheOfTheSecond(families, previous, current, clerk)
  await billParishOf(families, previous, current, clerk)
  await expectRights()
  expect((await verifyAudit(context)).problems).toEqual([])
  await writeMissingBills(context)
  expect(await verifyBooks(context.db)).toEqual([])
  expect([...previous.log(), ...current.log()].filter(isError)).toEqual([])
  expect([await previous.stop(), await current.stop()]).toEqual([0, 0])
  expect(await readSchema(context.db)).toEqual(await schemaOfNewDatabase())
}, 120_000)

/** Bookings that the previous build confirmed before and after the upgrade, or in the demo data, have their right; those it ended have none. */
async function expectRights() {
  while (await settleMovedElsewhere(context));
  expect(await findInvariantsOfRights(context.db)).toEqual({})
  expect(await context.db.$count(rights)).toBeGreaterThan(20)
}

/** Starts the current build, which migrates the database, while `work` goes on. */
async function upgradeWhile(work: (isOver: () => boolean) => Promise<unknown>) {
  let over = false
  const starting = start('current').finally(() => {
    over = true
  })
  cleanUp.unshift(async () => (await starting).stop())
  await work(() => over)
  return starting
}

/** An account may send a limited number of forms an hour. Then it only reads. */
async function bookUntil(isOver: () => boolean, family: Family, build: CallTarget, nextNiche: () => string) {
  do {
    if (family.bookingIDs.length < 8) await bookAndPay(family, nextNiche(), build, build)
    const read = await family.through(build).call(bookingApi.ofUser, { query: { userID: family.userID } })
    expect(expectSuccess(read).body).toHaveLength(family.bookingIDs.length)
  } while (!isOver())
}

async function bookAcrossBuilds(
  families: Family[],
  previous: CallTarget,
  current: CallTarget,
  nextNiche: () => string,
) {
  await Promise.all(
    families.map(async (family) => {
      await bookAndPay(family, nextNiche(), previous, current)
      await bookAndPay(family, nextNiche(), current, previous)
    }),
  )
}

/** Half of the families submit through each build. One gets the niche and pays through the other build. */
async function raceForNiche(families: Family[], nicheID: string, previous: CallTarget, current: CallTarget) {
  const builds = [previous, current]
  const answers = await Promise.all(
    families.map(async (family, index) => {
      const [build = current, other = previous] = index % 2 === 0 ? builds : builds.toReversed()
      const { status, body, refusal } = await submitFor(family, nicheID, build)
      if (status === 200) await pay(family, body.bookingID, other, build)
      return status === 200 ? 'booked' : refusal.code
    }),
  )
  expect(answers.toSorted()).toEqual([...families.slice(1).map(() => 'NICHE_TAKEN'), 'booked'])
}

/** A clerk who signed in at one build approves through both. */
async function approveThrough(previous: CallTarget, current: CallTarget, families: Family[], clerk: Clerk) {
  for (const [index, bookingID] of families.flatMap(({ bookingIDs }) => bookingIDs.slice(0, 2)).entries()) {
    const [shown, decided] = index % 2 === 0 ? [previous, current] : [current, previous]
    const detail = await clerk(shown).call(bookingApi.approval, { params: { bookingID } })
    expect(detail.body.birthCertBase64).toBe(Buffer.from(birthCertFile.content).toString('base64'))
    const { version } = detail.body
    expectSuccess(await clerk(decided).call(bookingApi.approve, { body: { bookingID, version } }))
  }
}

/** The previous build does not know places: it marks a niche as free when one of two people leaves it. Even so, nobody else can book it. */
async function keepNicheOfTheSecond(
  [holder, stranger]: Family[],
  previous: CallTarget,
  current: CallTarget,
  clerk: Clerk,
) {
  if (!holder || !stranger) throw new Error('There are not two families')
  const [bookingID = ''] = holder.bookingIDs
  const read = await holder.through(current).call(bookingApi.byID, { query: { bookingID } })
  const nicheID = read.body[0]?.nicheID ?? ''
  await context.db.execute(sql`update niches set capacity = 2 where niche_id = ${nicheID}`)
  const beside = { besideBookingID: bookingID, besideRelationship: 'Spouse' as const }
  const second = await submitFor(holder, nicheID, current, beside)
  const body = { bookingID: expectSuccess(second).body.bookingID }
  expectSuccess(await clerk(current).call(bookingApi.approve, { body }))
  expectSuccess(await clerk(previous).call(bookingApi.archive, { body: { bookingID, nicheID } }))
  for (const build of [previous, current, previous])
    expect((await submitFor(stranger, nicheID, build)).status).not.toBe(200)
}

/** The previous build does not know charges: it leaves the payment of an organisation alone, and its pages are as before. */
async function billParishOf([family]: Family[], previous: CallTarget, current: CallTarget, clerk: Clerk) {
  if (!family) throw new Error('There is no family')
  const { bookingIDs, through } = family
  const [bookingID = ''] = bookingIDs
  const expectSamePayments = async () => {
    const [one, other] = await Promise.all(
      [previous, current].map(async (build) =>
        expectSuccess(await through(build).call(paymentApi.mine, { query: {} })),
      ),
    )
    expect(one?.body.map(({ paymentID }) => paymentID)).toEqual(other?.body.map(({ paymentID }) => paymentID))
  }
  const chargeID = randomUUID()
  const charge = {
    chargeID,
    bookingID,
    text: 'Engraving',
    amount: '80.00',
    taxCategory: 'standard',
    reason: 'x',
  } as const
  expectSuccess(await clerk(current).call(chargeApi.addFree, { body: charge }))
  const parish = { name: 'Parish', address: '1 Hill', registrationNumber: '', email: '', daysToPay: '14' } as const
  const bill = { ...parish, bookingID, chargeIDs: [chargeID] }
  const { number } = expectSuccess(await clerk(current).call(chargeApi.billOrganisation, { body: bill })).body
  await expectSamePayments()
  const transfer = { number, day: toDay(new Date()), reference: 'FT26/0815' }
  expectSuccess(await clerk(current).call(chargeApi.recordTransfer, { body: transfer }))
  await expectSamePayments()
}

async function expectSameBookings({ through, userID, bookingIDs }: Family, ...both: CallTarget[]) {
  const [first, second] = await Promise.all(
    both.map(async (build) => {
      const { body } = await through(build).call(bookingApi.ofUser, { query: { userID } })
      return body.map(({ bookingID, bookingStatus, paymentStatus, nicheCode, beneficiaryName, birthCertSha256 }) => ({
        bookingID,
        bookingStatus,
        paymentStatus,
        nicheCode,
        beneficiaryName,
        birthCertSha256,
      }))
    }),
  )
  expect(first).toEqual(second)
  expect(first?.map(({ bookingID }) => bookingID).toSorted()).toEqual(bookingIDs.toSorted())
}

async function schemaOfNewDatabase() {
  const fresh = await createEmptyDatabase()
  await migrate(fresh)
  const schema = await readSchema(fresh.db)
  await fresh.close()
  return schema
}

/** Columns, indexes and constraints. A migration that was changed after its release would make them differ. */
async function readSchema(db: Db) {
  const { rows } = await db.execute(sql`
    select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as part
      from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace`)
  return rows.map(({ part }) => String(part)).toSorted()
}
