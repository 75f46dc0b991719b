import { record } from '#server/audit/public.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { resetLink } from './letters.ts'
import { hoursToSetPassword, issueToken } from './password-reset.ts'
import { hasAdmin, insertUser } from './queries.ts'
import { newUserRow, type RegistrationDetails } from './registration.ts'
import { tellOfNewStaff } from './tell-admins.ts'

/** For the output of a server that starts: what to do first with an empty database. */
export const firstAdminHint = async ({ db }: Pick<Context, 'db'>): Promise<string> =>
  (await hasAdmin(db))
    ? ''
    : 'There is no admin yet. Create the first one with: npm run admin:create (under systemd: columba admin:create)\n'

/** Creates an admin from the command line, as the first one cannot be created on screen. Returns the link for setting the password. */
export async function createAdmin(context: Context, details: RegistrationDetails): Promise<string> {
  return inTransaction(context, async (context) => {
    const admin = await insertUser(context.db, { ...newUserRow(context, details, null), role: 'admin' })
    if (!admin) throw new AppError('DETAILS_TAKEN')
    await record(context, 'account.created', admin.userID, { role: 'admin' })
    await tellOfNewStaff(context, admin, 'admin', 'The command admin:create')
    const token = await issueToken(context, admin.userID, 'set', hoursToSetPassword * 60)
    return context.config.publicUrl + resetLink(token)
  })
}
