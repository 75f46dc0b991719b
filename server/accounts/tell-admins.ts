import { addDays, toDay, weekdayOf } from '#contract/dates.ts'
import type { Role } from '#contract/roles.ts'
import { readHead } from '#server/audit/public.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import { tellAdmins } from '#server/mail/outbox.ts'
import {
  auditHeadLetter,
  type ExportedRegister,
  manyComparedLetter,
  manyNRICsLetter,
  newStaffLetter,
  registerExportedLetter,
  renamedLetter,
  suspensionLetter,
} from './letters.ts'
import type { UserRow } from './queries.ts'

type Person = Pick<UserRow, 'userID' | 'fullName'>

/** Tells all admins of somebody who has become a member of staff or an admin. */
export async function tellOfNewStaff(context: Context, person: Person, role: Role, by: string) {
  if (role !== 'user') await tellAdmins(context, newStaffLetter(person, role, by, context.clock()))
}

/** Tells all admins of a member of staff who has another name from now on. */
export async function tellOfNewName(
  context: Context,
  person: Person & Pick<UserRow, 'role' | 'email'>,
  newName: string,
) {
  if (person.role === 'user' || person.fullName === newName) return
  await tellAdmins(context, renamedLetter(person, newName, context.clock()))
}

/** Tells all admins of a member of staff who can no longer sign in, or can again, and that member, who may be the only other admin. */
export async function tellOfSuspension(
  context: Context,
  person: UserRow,
  what: 'suspended' | 'lifted',
  reason: string,
) {
  if (person.role === 'user') return
  const by = context.actor?.name ?? 'The command account:suspend'
  await tellAdmins(context, suspensionLetter(person, { what, by, reason, at: context.clock() }), person)
}

/** Tells all admins that somebody has downloaded the register, and whose identity numbers are in it. */
export const tellOfExport = (context: Context, by: string, file: ExportedRegister) =>
  tellAdmins(context, registerExportedLetter(by, file, context.clock()))

/** Tells all admins that somebody has read many full NRICs, which their work may need and a theft does. */
export const tellOfManyNRICs = (context: SignedInContext, count: number) =>
  tellAdmins(context, manyNRICsLetter(context.actor, count, context.clock()))

/** Tells all admins that somebody has compared many bookings with a file. It shows as much as an export, which they are told of too. */
export const tellOfManyCompared = (context: SignedInContext, most: number) =>
  tellAdmins(context, manyComparedLetter(context.actor, most, context.clock()))

/** Tells all admins once a week what the audit log had until then: nobody who can write to the database can change their letters. */
export async function tellOfAuditHead(context: Context) {
  if (context.config.mode !== 'production') return
  const today = toDay(context.clock())
  await tellAdmins(context, auditHeadLetter(await readHead(context), addDays(today, -weekdayOf(today))))
}
