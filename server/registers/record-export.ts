import { tellOfExport } from '#server/accounts/public.ts'
import { record } from '#server/audit/public.ts'
import { type Context, inTransaction } from '#server/core/context.ts'

/** Identity numbers have left the house, so all admins hear of it. */
export const recordExport = (context: Context) =>
  inTransaction(context, async (context) => {
    await record(context, 'register.exported', 'register')
    await tellOfExport(context, context.actor?.name ?? 'The command register:export')
  })
