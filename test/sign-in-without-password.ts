import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { stages } from '#contract/roles.ts'
import { type App, serve } from '#server/http/serve.ts'
import { startSession } from '#server/http/sessions.ts'

/** Starts a session without password or code. Exists only in servers that a test starts. */
export const signInWithoutPassword = endpoint({
  method: 'POST',
  path: '/test/enter',
  roles: 'anyone',
  summary: 'Begins a session without asking for anything',
  body: z.object({ userID: z.string(), stage: z.enum(stages) }),
  reply: z.object({}),
})

export const serveSignInWithoutPassword = (app: App) =>
  serve(app, signInWithoutPassword, async (context, { body }, reply) => {
    await startSession(context, reply, body.userID, body.stage)
    return {}
  })
