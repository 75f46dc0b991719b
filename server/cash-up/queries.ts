import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type CashUpState, type DrawerMethod, drawerMethods } from '#contract/cash-up/cash-up.ts'
import type { Period } from '#contract/dashboard/api.ts'
import { addDays, toInstant } from '#contract/dates.ts'
import { rowsAfter } from '#server/database/rows-after.ts'
import { cashUpLines, cashUps, paidBookingID, paymentEvents, payments, users } from '#server/database/schema.ts'
import { type Db, only } from '#server/ports/database.ts'

export type CashUpRow = typeof cashUps.$inferSelect
export type CashUpLineRow = typeof cashUpLines.$inferSelect

/** The values are inlined, because PostgreSQL does not use the partial index for a condition with parameters. */
const isInDrawer = and(
  isNull(paymentEvents.cashUpNumber),
  inArray(paymentEvents.method, drawerMethods).inlineParams(),
  isNotNull(paymentEvents.movedCents),
)

/** What moved at the counter and is in no cash-up yet. */
export const sumDrawer = (db: Db) =>
  db
    .select({
      method: sql<DrawerMethod>`${paymentEvents.method}`,
      expectedCents: sql<number>`sum(${paymentEvents.movedCents})::float8`,
      payments: sql<number>`count(*)::int`,
      through: sql<number>`max(${paymentEvents.eventID})::int`,
    })
    .from(paymentEvents)
    .where(isInDrawer)
    .groupBy(paymentEvents.method)

/** Fails if another count is open: `cash_ups_one_open`. */
export async function insertCashUp(db: Db, row: Pick<CashUpRow, 'countedByID' | 'countedAt'>): Promise<number> {
  const [added] = await db
    .insert(cashUps)
    .values({ ...row, state: 'open' })
    .returning({ cashUpNumber: cashUps.cashUpNumber })
  if (!added) throw new Error('A cash-up was not added')
  return added.cashUpNumber
}

/** Takes what is in the drawer, up to this event, into the cash-up. A payment that arrives meanwhile stays for the next one. */
export async function takeIntoCashUp(db: Db, cashUpNumber: number, through: number): Promise<Map<string, number>> {
  const taken = await db
    .update(paymentEvents)
    .set({ cashUpNumber })
    .where(and(isInDrawer, lte(paymentEvents.eventID, through)))
    .returning({ method: paymentEvents.method, cents: paymentEvents.movedCents })
  const sums = new Map<string, number>()
  for (const { method, cents } of taken) sums.set(method ?? '', (sums.get(method ?? '') ?? 0) + (cents ?? 0))
  return sums
}

export const releaseFromCashUp = (db: Db, cashUpNumber: number) =>
  db.update(paymentEvents).set({ cashUpNumber: null }).where(eq(paymentEvents.cashUpNumber, cashUpNumber))

export const insertLines = (db: Db, lines: CashUpLineRow[]) => db.insert(cashUpLines).values(lines)

export const findCashUp = (db: Db, cashUpNumber: number): Promise<CashUpRow | undefined> =>
  db.select().from(cashUps).where(eq(cashUps.cashUpNumber, cashUpNumber)).then(only)

export const lockCashUp = (db: Db, cashUpNumber: number): Promise<CashUpRow | undefined> =>
  db.select().from(cashUps).where(eq(cashUps.cashUpNumber, cashUpNumber)).for('update').then(only)

export const endCashUp = (
  db: Db,
  cashUpNumber: number,
  ended: { state: Exclude<CashUpState, 'open'>; endedByID: string; endedAt: Date; withdrawnReason?: string },
) => db.update(cashUps).set(ended).where(eq(cashUps.cashUpNumber, cashUpNumber))

const counter = alias(users, 'counter')
const ender = alias(users, 'ender')

const listWithPeople = (db: Db, which: SQL | undefined, most: number) =>
  db
    .select({ cashUp: cashUps, countedBy: counter.fullName, endedBy: ender.fullName })
    .from(cashUps)
    .innerJoin(counter, eq(counter.userID, cashUps.countedByID))
    .leftJoin(ender, eq(ender.userID, cashUps.endedByID))
    .where(which)
    .orderBy(desc(cashUps.cashUpNumber))
    .limit(most)
export type CashUpWithPeople = Awaited<ReturnType<typeof listWithPeople>>[number]

export const findOpenCashUp = async (db: Db) =>
  (await listWithPeople(db, eq(cashUps.state, 'open').inlineParams(), 1))[0]
export const listCashUpsBefore = (db: Db, cursor: string | undefined, most: number) =>
  listWithPeople(db, cursor === undefined ? undefined : lt(cashUps.cashUpNumber, Number(cursor)), most)

export const listLines = (db: Db, cashUpNumbers: readonly number[]): Promise<CashUpLineRow[]> =>
  db
    .select()
    .from(cashUpLines)
    .where(inArray(cashUpLines.cashUpNumber, cashUpNumbers))
    .orderBy(asc(cashUpLines.cashUpNumber), asc(cashUpLines.method))

const isIn = ({ from, to }: Period) =>
  and(
    isNotNull(paymentEvents.movedCents),
    gte(paymentEvents.at, toInstant(from, '00:00')),
    lt(paymentEvents.at, toInstant(addDays(to, 1), '00:00')),
  )

/** Leaves out families, who are the actors of their own card payments. */
const isClerk = and(eq(users.userID, paymentEvents.actorID), inArray(users.role, ['staff', 'admin']))

export const sumByClerk = (db: Db, period: Period) =>
  db
    .select({
      clerk: users.fullName,
      method: paymentEvents.method,
      payments: sql<number>`count(*)::int`,
      takenCents: sql<number>`coalesce(sum(moved_cents) filter (where moved_cents > 0), 0)::float8`,
      returnedCents: sql<number>`coalesce(sum(moved_cents) filter (where moved_cents < 0), 0)::float8`,
    })
    .from(paymentEvents)
    .leftJoin(users, isClerk)
    .where(isIn(period))
    .groupBy(users.userID, users.fullName, paymentEvents.method)
    .orderBy(asc(users.fullName), asc(paymentEvents.method))

/** The moves, oldest first, after the event with this ID. */
export const listMoneyMoves = (db: Db, period: Period, cursor: string | undefined, limit: number) =>
  db
    .select({
      eventID: paymentEvents.eventID,
      at: paymentEvents.at,
      kind: paymentEvents.kind,
      paymentID: payments.paymentID,
      bookingID: paidBookingID,
      clerk: users.fullName,
      method: paymentEvents.method,
      movedCents: paymentEvents.movedCents,
      cashUpNumber: paymentEvents.cashUpNumber,
    })
    .from(paymentEvents)
    .innerJoin(payments, eq(payments.paymentID, paymentEvents.paymentID))
    .leftJoin(users, isClerk)
    .where(
      and(isIn(period), rowsAfter({ direction: 'asc', by: [paymentEvents.at], key: paymentEvents.eventID }, cursor)),
    )
    .orderBy(asc(paymentEvents.at), asc(paymentEvents.eventID))
    .limit(limit)

export type MoneyMove = Awaited<ReturnType<typeof listMoneyMoves>>[number]
