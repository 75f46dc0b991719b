import type { Role } from '#contract/roles.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import { enqueueLetter, type Letter, listAdmins } from '#server/mail/outbox.ts'
import {
  houseContactLetter,
  manyNRICsLetter,
  newStaffLetter,
  registerExportedLetter,
  renamedLetter,
  suspensionLetter,
} from './letters.ts'
import type { UserRow } from './queries.ts'

type Person = Pick<UserRow, 'userID' | 'fullName'>
type Admin = Awaited<ReturnType<typeof listAdmins>>[number]

/** Tells all admins of somebody who has become a member of staff or an admin. */
export async function tellOfNewStaff(context: Context, person: Person, role: Role, by: string) {
  if (role === 'user') return
  const facts = { person, role, by, at: context.clock() }
  await tellAdmins(context, (admin) => newStaffLetter(admin, facts))
}

/** Tells all admins of a member of staff who has another name from now on. */
export async function tellOfNewName(
  context: Context,
  person: Person & Pick<UserRow, 'role' | 'email'>,
  newName: string,
) {
  if (person.role === 'user' || person.fullName === newName) return
  const facts = { person, newName, at: context.clock() }
  await tellAdmins(context, (admin) => renamedLetter(admin, facts))
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
  const admins = await listAdmins(context.db)
  const told = [...admins.filter(({ userID }) => userID !== person.userID), person]
  const facts = { person, what, by, reason, at: context.clock() }
  for (const each of told) await enqueueLetter(context, suspensionLetter(each, facts))
}

/** Tells all admins that somebody has downloaded the register, and whose identity numbers are in it. */
export async function tellOfExport(context: Context, by: string, { livingNRICs }: { livingNRICs: boolean }) {
  const at = context.clock()
  await tellAdmins(context, (admin) => registerExportedLetter(admin, { by, at, livingNRICs }))
}

/** Tells all admins that the house has other contact details from now on, with what they were and are. */
export async function tellOfHouseContact(context: SignedInContext, changes: Record<string, string>) {
  const facts = { by: context.actor.name, changes, at: context.clock() }
  await tellAdmins(context, (admin) => houseContactLetter(admin, facts))
}

/** Tells all admins that somebody has read many full NRICs, which their work may need and a theft does. */
export async function tellOfManyNRICs(context: SignedInContext, count: number) {
  const facts = { by: context.actor, count, at: context.clock() }
  await tellAdmins(context, (admin) => manyNRICsLetter(admin, facts))
}

async function tellAdmins(context: Context, letterTo: (admin: Admin) => Letter) {
  for (const admin of await listAdmins(context.db)) await enqueueLetter(context, letterTo(admin))
}
