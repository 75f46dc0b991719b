import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { count, gt, isNotNull, sql } from 'drizzle-orm'
import type { Context } from '#server/core/context.ts'
import { outbox } from '#server/database/schema.ts'
import type { CuttableProxy } from '#test/cuttable-proxy.ts'
import type { FakeSMTP } from '#test/fakes/smtp.ts'
import type { Production } from './production.ts'

/**
 * What the mail server of a proof received. SMTP cannot prevent that a letter comes twice, with the same Message-ID:
 * the connection may be cut after the letter was accepted, or the sending server killed before it recorded that.
 */
export type Sink = Pick<FakeSMTP, 'accepted'> & Pick<CuttableProxy, 'deliveredAtCut'>

export const mailOf = ({ letters, lines }: Production): Sink => ({
  accepted: letters.accepted,
  deliveredAtCut: lines.smtp.deliveredAtCut,
})

/** Compares the outbox with what the mail server accepted: each letter must have been sent. Those that came twice are `findRepeated`. */
export async function findLetterFaults({ db }: Context, { accepted }: Sink) {
  const times = countByID(accepted)
  const rows = await db.select({ letterID: outbox.letterID, kind: outbox.kind, sentAt: outbox.sentAt }).from(outbox)
  const known = new Set(rows.map(({ letterID }) => letterID))
  return [
    ...rows
      .filter(({ sentAt }) => !sentAt)
      .map(({ letterID, kind }) => `The letter ${letterID} (${kind}) was not sent.`),
    ...rows
      .filter(({ letterID, sentAt }) => sentAt && !times.has(letterID))
      .map(({ letterID, kind }) => `The letter ${letterID} (${kind}) is marked as sent, and no mail server has it.`),
    ...[...times.keys()]
      .filter((id) => !known.has(id))
      .map((id) => `The letter ${id} was sent and is not in the outbox.`),
  ]
}

/** Letters that came more than once: because their answer was cut off, or needlessly. */
export function findRepeated({ accepted, deliveredAtCut }: Sink) {
  const isAnswered = ({ port, answeredBy }: Accepted) =>
    answeredBy <= (deliveredAtCut.get(port) ?? Number.POSITIVE_INFINITY)
  const repeated = [...countByID(accepted)].filter(([, count]) => count > 1).map(([letterID]) => letterID)
  const answered = countByID(accepted.filter(isAnswered))
  const isNeedless = (letterID: string) => (answered.get(letterID) ?? 0) > 1
  return {
    needlessly: repeated.filter(isNeedless),
    atCuts: repeated.filter((letterID) => !isNeedless(letterID)),
  }
}

/**
 * Letters about a booking that an action wrote again, for example because its call came twice. Each has a Message-ID of its own. In the
 * proofs clerks place each urn twice.
 */
export async function findWrittenTwice({ db }: Context) {
  const { kind, to, subject, bookingID } = outbox
  const rows = await db
    .select({ kind, bookingID, times: count() })
    .from(outbox)
    .where(isNotNull(bookingID))
    .groupBy(kind, to, subject, bookingID)
    .having(gt(count(), sql`case when ${kind} = 'urn placed' then 2 else 1 end`))
  return rows.map((row) => `The letter ${row.kind} about ${row.bookingID} was written ${row.times} times.`)
}

type Accepted = Sink['accepted'][number]

function countByID(accepted: Sink['accepted']): Map<string, number> {
  const times = new Map<string, number>()
  for (const { raw } of accepted) {
    const letterID = /^Message-ID: <(.+)@/im.exec(raw)?.[1] ?? 'without ID'
    times.set(letterID, (times.get(letterID) ?? 0) + 1)
  }
  return times
}

/** A control: claiming a letter no longer delays it, so other workers can send it too. */
export async function disableOutboxClaim({ db }: Context) {
  await db.execute(sql`
    create function never_claimed() returns trigger language plpgsql as $$ begin new.due_at := old.due_at; return new; end $$`)
  await db.execute(
    sql`create trigger never_claimed before update on outbox for each row execute function never_claimed()`,
  )
}

/** A control: writes as an action would that does again what it has done. */
export async function writeLetterTwice({ db }: Context) {
  const [row] = await db.select().from(outbox).where(isNotNull(outbox.bookingID)).limit(1)
  if (row) await db.insert(outbox).values({ ...row, letterID: randomUUID(), dedupeKey: null, sentAt: row.createdAt })
}

const longestWaitMs = 60_000

/**
 * Makes all letters due, which skips pauses of minutes, and waits until they are sent. The servers stop first, or a
 * letter that they are sending could be sent twice.
 */
export async function sendRemainingLetters({ context: { db }, replicas }: Production) {
  await Promise.all(replicas.map((replica) => replica.stop('SIGTERM')))
  await db.execute(sql`update outbox set due_at = now(), attempts = 0 where sent_at is null`)
  await Promise.all(replicas.map((replica) => replica.start()))
  const end = Date.now() + longestWaitMs
  while (Date.now() < end && (await db.$count(outbox, sql`sent_at is null`)) > 0) await sleep(200)
}
