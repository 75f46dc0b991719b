import type { Context } from '#server/core/context.ts'
import { findChain } from './chain-record.ts'
import { formatHead, genesis } from './head.ts'

export const readHead = async (context: Context) => formatHead((await findChain(context))?.head ?? genesis)

/** Whoever can rewrite the database cannot rewrite what the log has already sent elsewhere. */
export async function logHead(context: Context) {
  context.log.info({ head: await readHead(context) }, 'head of the audit log')
}
