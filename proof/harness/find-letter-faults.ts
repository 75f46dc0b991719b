import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Context } from '#server/core/context.ts'
import { outbox } from '#server/database/schema.ts'
import type { FakeSMTP } from '#test/fakes/smtp.ts'

/** The mail server of a proof. */
export interface Sink extends Pick<FakeSMTP, 'accepted'> {
  /**
   * How many letters may have come twice: those that a server was sending when it was killed. They have the same Message-ID, by which a
   * mail server knows them.
   */
  mayRepeat: number
}

/** Each letter that was due was sent once: the outbox against what the mail server accepted. */
export async function findLetterFaults({ db }: Context, { accepted, mayRepeat }: Sink): Promise<string[]> {
  const times = countByID(accepted)
  const rows = await db.select({ letterID: outbox.letterID, kind: outbox.kind, sentAt: outbox.sentAt }).from(outbox)
  const known = new Set(rows.map(({ letterID }) => letterID))
  const repeated = [...times].filter(([, count]) => count > 1)
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
    ...(repeated.length > mayRepeat
      ? repeated.map(([letterID, count]) => `The letter ${letterID} was sent ${count} times.`)
      : []),
  ]
}

/** How many letters came more than once. */
export const countRepeated = ({ accepted }: Pick<Sink, 'accepted'>) =>
  [...countByID(accepted).values()].filter((count) => count > 1).length

function countByID(accepted: Sink['accepted']): Map<string, number> {
  const times = new Map<string, number>()
  for (const { raw } of accepted) {
    const letterID = /^Message-ID: <(.+)@/im.exec(raw)?.[1] ?? 'without ID'
    times.set(letterID, (times.get(letterID) ?? 0) + 1)
  }
  return times
}

/** For a control: a letter that a worker has claimed is due for the others at once. */
export async function takeAwayClaim({ db }: Context) {
  await db.execute(sql`
    create function never_claimed() returns trigger language plpgsql as $$ begin new.due_at := old.due_at; return new; end $$`)
  await db.execute(
    sql`create trigger never_claimed before update on outbox for each row execute function never_claimed()`,
  )
}

/** Waits until every letter has left, without the pauses after a failure and the lease of a killed server, which last minutes. */
export async function sendRemainingLetters({ db }: Context, waitMs = 60_000) {
  await db.execute(sql`update outbox set due_at = now(), attempts = 0 where sent_at is null`)
  const end = Date.now() + waitMs
  while (Date.now() < end && (await db.$count(outbox, sql`sent_at is null`)) > 0) await sleep(200)
}
