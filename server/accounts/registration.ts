import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull, isNull, lt, notExists } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import type { Registration } from '#contract/accounts/account.ts'
import type { accountApi } from '#contract/accounts/api.ts'
import { pathTo } from '#contract/pages.ts'
import { record } from '#server/audit/public.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { bookings, users } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import type { Input } from '#server/http/read-input.ts'
import { startSession } from '#server/http/sessions.ts'
import { throttleAddress } from '#server/http/throttles.ts'
import type { Db } from '#server/ports/database.ts'
import { languageAtSignIn } from './account-language.ts'
import { alreadyRegisteredLetter, finishRegistrationLetter } from './letters.ts'
import { hashPassword, refuseWeakPassword } from './passwords.ts'
import { storedContact, storedNRIC } from './present-user.ts'
import { insertUser, type NewUserRow, type UserRow } from './queries.ts'
import { isTaken, notifyOwner } from './taken-details.ts'
import { perClientAddress } from './throttle-limits.ts'

export async function register(context: Context, form: Input<typeof accountApi.register>['body'], reply: FastifyReply) {
  await throttleAddress(context, perClientAddress.register)
  refuseWeakPassword('password', form.password, form)
  await context.botCheck.confirm(form.recaptchaToken, 'register')

  const row = newUserRow(context, form, await hashPassword(form.password, context.client))
  if (!(await isKnownPerson(context, row))) {
    const inserted = await inTransaction(context, async (context) => {
      const language = languageAtSignIn(reply, undefined)
      if (!(await insertUser(context.db, { ...row, language }))) return false
      await startSession(context, reply, row.userID, 'setup')
      await record(context, 'register', row.userID)
      return true
    })
    if (inserted) return { redirectTo: pathTo('setupTwoFactor'), twoFAEnabled: false }
  }
  /** The reply does not say which detail is taken. */
  await notifyOwner(context, 'already-registered', form.email, (owner, when) =>
    (isUnfinished(owner) ? finishRegistrationLetter : alreadyRegisteredLetter)(owner, when),
  )
  throw new AppError('ACCOUNT_EXISTS')
}

export type RegistrationDetails = Omit<Registration, 'password'>

export function newUserRow(
  { clock, vault }: Context,
  form: RegistrationDetails,
  passwordHash: string | null,
): NewUserRow {
  return {
    userID: randomUUID(),
    username: form.username,
    email: form.email,
    fullName: form.fullname,
    ...storedContact(form.contactnumber),
    ...storedNRIC(vault, form.nric),
    gender: form.gender,
    nationality: form.nationality,
    dob: form.dob,
    street: form.address,
    unitNumber: form.unitnumber,
    postalCode: form.postalcode,
    passwordHash,
    role: 'user',
    createdAt: clock(),
  }
}

/** Finds NRICs that were hashed with an older key, too. */
function isKnownPerson(context: Context, { username, email, nricSealed }: NewUserRow) {
  const nricHashes = context.vault.hashes(context.vault.openText(nricSealed))
  return isTaken(context, { username, email, nricHashes })
}

const hoursToFinish = 48
const atOnce = 100

/** The person chose a password but never set up the second step. After a reset by an admin, the last step is not 0. */
const isUnfinished = ({ role, passwordHash, totpSealed, totpLastStep }: UserRow) =>
  role === 'user' && passwordHash !== null && totpSealed === null && totpLastStep === 0

const whereUnfinished = and(
  eq(users.role, 'user'),
  isNotNull(users.passwordHash),
  isNull(users.totpSealed),
  eq(users.totpLastStep, 0),
)

/** Removes registrations that nobody finished, so that they do not keep someone's NRIC and username for ever. */
export async function removeUnfinishedRegistrations(context: Context) {
  const before = new Date(context.clock().getTime() - hoursToFinish * 3_600_000)
  await inTransaction(context, async (context) => {
    for (const { userID } of await lockUnfinished(context.db, before)) {
      await context.db.delete(users).where(eq(users.userID, userID))
      await record(context, 'registration.removed', userID)
    }
  })
}

/** Accounts with a booking are left out, because staff may have opened them at the counter. */
const lockUnfinished = (db: Db, before: Date) =>
  db
    .select({ userID: users.userID })
    .from(users)
    .where(
      and(
        whereUnfinished,
        lt(users.createdAt, before),
        notExists(db.select().from(bookings).where(eq(bookings.userID, users.userID))),
      ),
    )
    .limit(atOnce)
    .for('update', { skipLocked: true })
