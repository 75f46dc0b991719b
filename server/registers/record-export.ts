import { tellOfExport } from '#server/accounts/public.ts'
import { record } from '#server/audit/public.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import type { ExportOptions } from './export-register.ts'

/** Identity numbers have left the house, so all admins hear of it. */
export const recordExport = (context: Context, options: ExportOptions) =>
  inTransaction(context, async (context) => {
    await record(context, 'register.exported', 'register', { ...options })
    await tellOfExport(context, context.actor?.name ?? 'The command register:export', options)
  })
