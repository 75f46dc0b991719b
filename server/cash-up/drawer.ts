import type { z } from 'zod'
import { type CountForm, checkCount, drawerMethods, toSignedCents } from '#contract/cash-up/cash-up.ts'
import { groupBy } from '#contract/group-by.ts'
import { toAmount } from '#contract/money.ts'
import { record } from '#server/audit/public.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { pageOf } from '#server/http/paged.ts'
import type { Db } from '#server/ports/database.ts'
import { requireSecond, requireStillHere } from '#server/second-person/public.ts'
import {
  type CashUpLineRow,
  type CashUpRow,
  type CashUpWithPeople,
  endCashUp,
  findCashUp,
  findOpenCashUp,
  insertCashUp,
  insertLines,
  listCashUpsBefore,
  listLines,
  lockCashUp,
  releaseFromCashUp,
  sumDrawer,
  takeIntoCashUp,
} from './queries.ts'

const cashUpsPerPage = 100

export async function readDrawer(db: Db) {
  const sums = await sumDrawer(db)
  const open = await findOpenCashUp(db)
  return {
    through: sums.length === 0 ? null : Math.max(...sums.map(({ through }) => through)),
    lines: drawerMethods.map((method) => {
      const sum = sums.find((each) => each.method === method)
      return { method, expected: toAmount(sum?.expectedCents ?? 0), payments: sum?.payments ?? 0 }
    }),
    open: open ? ((await present(db, [open]))[0] ?? null) : null,
  }
}

export async function listCashUps(db: Db, cursor: string | undefined) {
  const rows = await listCashUpsBefore(db, cursor, cashUpsPerPage + 1)
  return pageOf(await present(db, rows), cashUpsPerPage, ({ cashUpNumber }) => String(cashUpNumber))
}

/** Refuses a count if the clerk saw other amounts. Payments after `through` belong to the next cash-up. */
export async function closeDrawer(context: SignedInContext, { through, lines }: z.output<typeof CountForm>) {
  const errors = checkCount(lines)
  if (Object.keys(errors).length > 0) throw new AppError('INVALID', { errors })
  return inTransaction(context, async (context) => {
    const { db, actor, clock } = context
    await requireStillHere(context)
    const cashUpNumber = await insertCashUp(db, { countedByID: actor.userID, countedAt: clock() })
    const sums = await takeIntoCashUp(db, cashUpNumber, through)
    const counted = lines.map((line) => toLine(cashUpNumber, line))
    if (sums.size === 0 || !isAsSeen(sums, counted)) throw new AppError('CASH_UP_CHANGED')
    await insertLines(db, counted)
    await record(context, 'cash.counted', String(cashUpNumber), detailsOf(counted))
    return { cashUpNumber }
  })
}

const toLine = (
  cashUpNumber: number,
  { method, expected, counted, reason }: z.output<typeof CountForm>['lines'][number],
): CashUpLineRow => ({
  cashUpNumber,
  method,
  expectedCents: toSignedCents(expected) ?? 0,
  countedCents: toSignedCents(counted) ?? 0,
  reason,
})

const isAsSeen = (sums: ReadonlyMap<string, number>, lines: readonly CashUpLineRow[]) =>
  drawerMethods.every(
    (method) => (sums.get(method) ?? 0) === (lines.find((line) => line.method === method)?.expectedCents ?? 0),
  )

const detailsOf = (lines: readonly CashUpLineRow[]) =>
  Object.fromEntries(
    lines.map(({ method, expectedCents, countedCents, reason }) => [
      method,
      `${toAmount(countedCents)} of ${toAmount(expectedCents)}${reason && `: ${reason}`}`,
    ]),
  )

/** Somebody else must sign. Their accounts are locked before the count, as suspending one of them does. */
export async function signCashUp(context: SignedInContext, cashUpNumber: number) {
  await inTransaction(context, async (context) => {
    const { db, actor, clock } = context
    const { countedByID } = await findOpen(db, cashUpNumber)
    await requireSecond(context, 'cashUp', countedByID)
    await lockOpen(db, cashUpNumber)
    await endCashUp(db, cashUpNumber, { state: 'signed', endedByID: actor.userID, endedAt: clock() })
    await record(context, 'cash.signed', String(cashUpNumber))
  })
}

/** Puts the payments of this cash-up back into the drawer, so that they are counted again. */
export async function withdrawCashUp(context: SignedInContext, cashUpNumber: number, reason: string) {
  await inTransaction(context, async (context) => {
    await requireStillHere(context)
    await lockOpen(context.db, cashUpNumber)
    await withdraw(context, cashUpNumber, context.actor.userID, reason)
  })
}

async function withdraw(context: Context, cashUpNumber: number, endedByID: string, withdrawnReason: string) {
  const { db, clock } = context
  await endCashUp(db, cashUpNumber, { state: 'withdrawn', endedByID, endedAt: clock(), withdrawnReason })
  await releaseFromCashUp(db, cashUpNumber)
  await record(context, 'cash.withdrawn', String(cashUpNumber), { reason: withdrawnReason })
}

/** The drawer is counted again if this person has counted it and nobody has signed. */
export async function withdrawCashUpsOf(context: Context, userID: string, why: string) {
  const open = await findOpenCashUp(context.db)
  const locked = open && (await lockCashUp(context.db, open.cashUp.cashUpNumber))
  if (locked?.state !== 'open' || locked.countedByID !== userID) return 0
  await withdraw(context, locked.cashUpNumber, context.actor?.userID ?? userID, why)
  return 1
}

const lockOpen = async (db: Db, cashUpNumber: number) => requireOpen(await lockCashUp(db, cashUpNumber))
const findOpen = async (db: Db, cashUpNumber: number) => requireOpen(await findCashUp(db, cashUpNumber))

function requireOpen(found: CashUpRow | undefined): CashUpRow {
  if (!found) throw new AppError('NOT_FOUND')
  if (found.state !== 'open') throw new AppError('CASH_UP_ENDED')
  return found
}

async function present(db: Db, rows: readonly CashUpWithPeople[]) {
  const lines = await listLines(
    db,
    rows.map(({ cashUp }) => cashUp.cashUpNumber),
  )
  const byNumber = groupBy(lines, ({ cashUpNumber }) => cashUpNumber)
  return rows.map(({ cashUp, countedBy, endedBy }) => ({
    ...cashUp,
    countedBy,
    endedBy,
    lines: (byNumber.get(cashUp.cashUpNumber) ?? []).map(({ expectedCents, countedCents, ...line }) => ({
      ...line,
      expected: toAmount(expectedCents),
      counted: toAmount(countedCents),
      difference: toAmount(countedCents - expectedCents),
    })),
  }))
}
