import type { CaughtMail } from '#contract/mail/api.ts'
import type { Context } from '#server/context.ts'
import { listSentLetters } from './queries.ts'
import { openBody } from './worker.ts'

const mostShown = 200

/** The demo's letters as they would have arrived. */
export async function listCaughtMail(context: Context): Promise<CaughtMail[]> {
  const letters = await listSentLetters(context.db, mostShown)
  return letters.map((letter) => ({
    id: letter.letterID,
    to: letter.to,
    subject: letter.subject,
    ...openBody(context, letter),
    sentAt: (letter.sentAt ?? letter.createdAt).toISOString(),
  }))
}
