import { mailApi } from '#contract/mail/api.ts'
import type { App } from '#server/http/serve.ts'
import { serve } from '#server/http/serve.ts'
import { listDemoMail } from './demo-mailbox.ts'

export async function mailRoutes(app: App) {
  serve(app, mailApi.demoMailbox, (context) => listDemoMail(context))
}
