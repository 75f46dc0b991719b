import { z } from 'zod'
import { callsBelow } from '#contract/endpoint.ts'
import { type Stage, stages } from '#contract/roles.ts'
import { type App, serve } from '#server/http/serve.ts'
import { startSession } from '#server/http/sessions.ts'
import { createCaller } from './caller.ts'
import type { Person } from './factories.ts'

/** Starts a session without password or code. Exists only in servers that a test starts. */
export const signInWithoutPassword = callsBelow('/test').anyone.post(
  'sign-in',
  'Starts a session without a password or code',
  {
    body: z.object({ userID: z.string(), stage: z.enum(stages) }),
    reply: z.object({}),
  },
)

export const serveSignInWithoutPassword = (app: App) =>
  serve(app, signInWithoutPassword, async (context, { body }, reply) => {
    await startSession(context, reply, body.userID, body.stage)
    return {}
  })

/** Returns the cookie of a new session; `cookie` is the one that the browser had before, if any. */
export async function startSessionOf(app: App, userID: string, stage: Stage = 'full', cookie = ''): Promise<string> {
  return (await createCaller(app, cookie).call(signInWithoutPassword, { body: { userID, stage } })).cookie
}

/** Calls the server as this person, in a new session. */
export const callAs = async (app: App, person: Person) => ({
  ...createCaller(app, await startSessionOf(app, person.userID)),
  person,
})
