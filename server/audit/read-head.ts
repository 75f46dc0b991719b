import type { Context } from '#server/core/context.ts'
import { findChain } from './chain-record.ts'
import { formatHead, genesis } from './head.ts'
import { keepHead } from './kept-head.ts'

export const readHead = async (context: Context) => formatHead(await findHead(context))

const findHead = async (context: Context) => (await findChain(context))?.head ?? genesis

/** Whoever can rewrite the database cannot rewrite what the log has already sent elsewhere, or what is in a file. */
export async function logHead(context: Context) {
  const head = await findHead(context)
  context.log.info({ head: formatHead(head) }, 'head of the audit log')
  /** A demo has its database in the same folder. */
  if (context.config.mode === 'production') await keepHead(context, head)
}
