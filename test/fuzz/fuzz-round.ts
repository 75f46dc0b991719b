import fc from 'fast-check'
import type { Context } from '#server/core/context.ts'
import type { App } from '#server/http/serve.ts'
import { makeUser } from '../factories.ts'
import { startSessionOf } from '../sign-in-without-password.ts'
import { anyCall, type FuzzedCall } from './calls.ts'
import { findKnownValues } from './known-values.ts'
import type { Operation } from './operations.ts'

/** Some calls by new people with new sessions. `onAnswer` may throw, which ends the round and shows the call. */
export async function fuzzRound(
  { app, context }: { app: App; context: Context },
  operations: Operation[],
  { seed, calls, longestAnswerMs = 30_000 }: { seed: number; calls: number; longestAnswerMs?: number },
  onAnswer: (call: FuzzedCall, status: number) => void,
) {
  const [user, staff, admin] = [
    await makeUser(context, { role: 'user' }),
    await makeUser(context, { role: 'staff' }),
    await makeUser(context, { role: 'admin' }),
  ]
  const signInAll = async () => ({
    nobody: '',
    'password only': await startSessionOf(app, user.userID, 'password'),
    user: await startSessionOf(app, user.userID),
    staff: await startSessionOf(app, staff.userID),
    admin: await startSessionOf(app, admin.userID),
  })
  let cookies = await signInAll()
  const known = await findKnownValues(context, [user, staff, admin])
  await fc.assert(
    fc.asyncProperty(anyCall(operations, known), async (call) => {
      const { statusCode } = await send(app, call, cookies[call.caller])
      onAnswer(call, statusCode)
      /** Calls that end sessions, such as logging out, must not end the round. */
      if (statusCode === 401 || call.operation.path.startsWith('/api/user/')) cookies = await signInAll()
    }),
    {
      seed,
      numRuns: calls,
      timeout: longestAnswerMs,
      /** A smaller call would meet another database. */
      endOnFailure: true,
    },
  )
}

/** An answer that does not end is read no further than its head. */
async function send(app: App, { operation, url, headers, payload }: FuzzedCall, cookie: string) {
  const options = { method: operation.method, url, headers: { ...headers, cookie }, ...(payload && { payload }) }
  if (!operation.streams) return app.inject(options)
  const answer = await app.inject({ ...options, payloadAsStream: true })
  answer.stream().destroy()
  return answer
}
