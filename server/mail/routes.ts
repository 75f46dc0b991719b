import { mailApi } from '#contract/mail/api.ts'
import type { Context } from '#server/core/context.ts'
import { type App, serve } from '#server/http/serve.ts'
import { decryptBody } from './outbox-worker.ts'
import { listSentLetters } from './queries.ts'

export async function mailRoutes(app: App) {
  serve(app, mailApi.demoMailbox, (context) => listDemoMail(context))
}

const mostShown = 200

/** The demo's letters as their recipients would have received them. */
async function listDemoMail(context: Context) {
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
