import type { FastifyRequest } from 'fastify'
import type { ReadKind, RecordedRead } from '#contract/recorded-reads.ts'
import type { SignedInContext } from '#server/core/context.ts'
import type { App } from '#server/http/serve.ts'
import { addReads } from './read-queries.ts'

/** Records what staff read about people, before the answer leaves: what cannot be recorded is not shown. */
export function recordReads(app: App) {
  const { clock, database } = app.services
  async function recordRead(request: FastifyRequest) {
    const { actor, routeOptions } = request
    const { recordedRead } = routeOptions.config
    if (!recordedRead || !actor || actor.role === 'user') return
    const subject = subjectOf(request, recordedRead)
    /** A call that is made without its subject records itself whom its answer is about. */
    if (recordedRead.subject && !subject) return
    if (subject === actor.userID) return
    const { kind } = recordedRead
    await addReads(database.db, [{ readerID: actor.userID, kind, subject, times: 1, lastAt: clock() }])
  }
  /** A stream takes over its reply, so that nothing runs before it is sent. */
  app.addHook('preHandler', async (request) => {
    if (request.routeOptions.config.isStream) await recordRead(request)
  })
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode === 200) await recordRead(request)
  })
}

/** Records whom an answer shows besides those that its call names, such as everyone with the same name. */
export async function recordFurtherReads(context: SignedInContext, kind: ReadKind, subjects: readonly string[]) {
  const { db, actor, clock } = context
  const read = { readerID: actor.userID, kind, times: 1, lastAt: clock() }
  /** The people are sorted, so that two calls which record the same ones do not deadlock. */
  const others = new Set(subjects.filter((subject) => subject !== actor.userID))
  const reads = [...others].sort().map((subject) => ({ ...read, subject }))
  if (reads.length > 0) await addReads(db, reads)
}

/** The ID as it is stored. Calls accept IDs in either case, so a read could otherwise be hidden from who searches for its subject. */
function subjectOf({ params, query, body }: FastifyRequest, { subject }: RecordedRead): string {
  if (!subject) return ''
  /** The body comes after the query, which a call with a body does not check: it could name somebody else. */
  const sent = { ...(query as object), ...(body as object), ...(params as object) } as Record<string, string>
  const id = String(sent[subject] ?? '')
    .trim()
    .slice(0, 60)
  return isUuid.test(id) ? id.toLowerCase() : id.toUpperCase()
}

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
