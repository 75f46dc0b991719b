import type { Context } from '#server/core/context.ts'
import { decryptBody } from './outbox-worker.ts'
import { listSentLetters } from './queries.ts'

const mostShown = 200

/** The demo's letters as their recipients would have received them. */
export async function listDemoMail(context: Context) {
  const letters = await listSentLetters(context.db, mostShown)
  return letters.map((letter) => {
    const { calendar, ...body } = decryptBody(context, letter)
    return {
      id: letter.letterID,
      to: letter.to,
      subject: letter.subject,
      ...body,
      ...(calendar && { calendar: calendar.content }),
      sentAt: letter.sentAt ?? letter.createdAt,
    }
  })
}
