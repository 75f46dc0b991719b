import type { z } from 'zod'
import { type BillCorrection, formatBillNumber, readBillNumber } from '#contract/bills/bill.ts'
import { toDay } from '#contract/dates.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { findBill, lockPaymentOfBill } from './queries.ts'
import { creditNoteFor, issue } from './write-bill.ts'

interface Correction extends z.output<typeof BillCorrection> {
  number: string
}

/** A bill is never changed: a credit note takes it back, and a new bill of the same sale names the right buyer. No money moves. */
export async function correctBill(context: SignedInContext, correction: Correction) {
  const { name, registrationNumber, reason } = correction
  let written = 0
  await inTransaction(context, async (context) => {
    const { bill } = await lockUncredited(context, correction.number)
    const address = correction.address ?? bill.buyerAddress
    const isSame = bill.buyerRegistrationNumber === registrationNumber && bill.buyerAddress === address
    if (bill.buyerName === name && isSame)
      throw new AppError('INVALID', { errors: { name: 'Nothing here differs from the bill.' } })
    const note = { ...creditNoteFor(bill), cause: 'corrected', reason } as const
    const corrected = {
      ...note,
      kind: 'bill',
      creditsNumber: null,
      replacesNumber: bill.number,
      buyerName: name,
      buyerRegistrationNumber: registrationNumber,
      buyerAddress: address,
    } as const
    await record(context, 'bill.corrected', bill.bookingID, { bill: formatBillNumber(bill.number), reason })
    context.beforeCommit(async (context) => {
      const at = context.clock()
      await issue(context, note, at)
      written = await issue(context, corrected, at)
    })
  })
  return { number: formatBillNumber(written) }
}

/** The bill that holds now, with its payment locked. */
export async function lockUncredited({ db, clock }: SignedInContext, text: string) {
  const number = readBillNumber(text) ?? noNumber
  const payment = await lockPaymentOfBill(db, number)
  const found = payment && (await findBill(db, number, undefined, toDay(clock())))
  if (!payment || !found) throw new AppError('NOT_FOUND')
  if (found.bill.kind !== 'bill' || found.creditedBy !== null) throw new AppError('BILL_CREDITED')
  return { bill: found.bill, payment }
}

/** The first bill has the number 1. */
const noNumber = 0
