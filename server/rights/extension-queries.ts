import { and, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { ExtensionRules } from '#contract/rights/extension.ts'
import { charges, payments, rightObjections, rights } from '#server/database/schema.ts'
import { type Db, hasRows } from '#server/ports/database.ts'

const isOpen = and(isNull(charges.extendedAt), isNull(charges.waivedAt))

/** An extension is charged, and neither waived nor refunded nor done. */
export const isExtensionCharged = (db: Db, rightID: string): Promise<boolean> => {
  const isKept = or(isNull(charges.paymentID), inArray(payments.paymentStatus, ['Pending', 'Billed', 'Paid']))
  return db
    .select({ chargeID: charges.chargeID })
    .from(charges)
    .leftJoin(payments, eq(payments.paymentID, charges.paymentID))
    .where(and(eq(charges.extendsRightID, rightID), isOpen, isKept))
    .limit(1)
    .then(hasRows)
}

/** The rules of a right that has its own already stay. The charge is the history of this, so it is no move of the right. */
export const storeRules = (db: Db, rightID: string, { extensionYears, extensionTimes }: ExtensionRules) =>
  db
    .update(rights)
    .set({ extensionYears, extensionTimes })
    .where(and(eq(rights.rightID, rightID), isNull(rights.extensionYears)))

const selectExtensions = (db: Db) =>
  db
    .select({ right: rights, chargeID: charges.chargeID, bookingID: charges.bookingID })
    .from(charges)
    .innerJoin(rights, eq(rights.rightID, charges.extendsRightID))
    .$dynamic()
export type Extension = Awaited<ReturnType<typeof selectExtensions>>[number]

/** Locks what this payment extends; without one, what the payments of all servers extend and none has extended yet. An objection keeps them waiting. */
export const lockPaidExtensions = (db: Db, paymentID?: string): Promise<Extension[]> =>
  selectExtensions(db)
    .innerJoin(payments, eq(payments.paymentID, charges.paymentID))
    .where(
      and(
        isNotNull(charges.extendsRightID),
        isNull(charges.extendedAt),
        eq(payments.paymentStatus, 'Paid').inlineParams(),
        ne(rights.state, 'surrendered'),
        sql`not exists (select from ${rightObjections} o where o.right_id = ${rights.rightID} and o.state = 'open')`,
        paymentID === undefined ? undefined : eq(charges.paymentID, paymentID),
      ),
    )
    .limit(100)
    .for('update', { of: rights })

/** Locks what this payment has extended. */
export const lockDoneExtensions = (db: Db, paymentID: string): Promise<Extension[]> =>
  selectExtensions(db)
    .where(and(eq(charges.paymentID, paymentID), isNotNull(charges.extendedAt)))
    .for('update', { of: rights })

/**
 * Null takes the extension back. False if somebody else has done the same in the meantime: whoever waited for the lock of the right has read
 * the charge before.
 */
export const markExtended = (db: Db, chargeID: string, extendedAt: Date | null): Promise<boolean> => {
  const isAsBefore = extendedAt ? isNull(charges.extendedAt) : isNotNull(charges.extendedAt)
  return db
    .update(charges)
    .set({ extendedAt })
    .where(and(eq(charges.chargeID, chargeID), isAsBefore))
    .returning({ chargeID: charges.chargeID })
    .then(hasRows)
}
