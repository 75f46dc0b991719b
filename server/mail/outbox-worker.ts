import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#server/core/context.ts'
import { logOutage } from '#server/core/log.ts'
import { repeat } from '#server/core/repeat.ts'
import { outboxChannel } from './outbox.ts'
import {
  attemptsUntilAlarm,
  claimLetter,
  extendClaim,
  findLateLetters,
  markSent,
  maxAttempts,
  type OutboxRow,
  scheduleRetry,
} from './queries.ts'
import type { LetterBody } from './render-letter.ts'
import type { MailTransport } from './transport.ts'

/** Lets tests simulate a crash: errors thrown here are not caught. */
export interface OutboxFaults {
  afterClaim?: (letter: OutboxRow) => void
  afterSend?: (letter: OutboxRow) => void
}

/** The letters that are sent at a time: as many as the transport has connections. */
const lanes = 2
/**
 * After a crash a letter waits so long. The claim is extended until it is recorded that the letter was sent. Decision 38 says when two
 * workers send it all the same.
 */
const leaseMinutes = 5
const extendSeconds = 60
const idleSeconds = 5
const minutesUntilLate = 5

/** Sends one due letter; false if there is none. Safe to run in several replicas at once. */
export async function sendNextLetter(context: Context, transport: MailTransport, faults: OutboxFaults = {}) {
  const now = context.clock()
  const letter = await claimLetter(context.db, now, minutesAfter(now, leaseMinutes))
  if (letter) await deliver(context, transport, faults, letter)
  return letter !== undefined
}

/** Runs outside a transaction, because sending may be slow. After a crash the letter is retried when its lease ends. */
async function deliver(context: Context, transport: MailTransport, faults: OutboxFaults, letter: OutboxRow) {
  faults.afterClaim?.(letter)
  await keepClaimed(context, letter, async () => {
    const refusal = await send(context, transport, letter)
    if (refusal) return retryLater(context, letter, refusal)
    faults.afterSend?.(letter)
    await recordAsSent(context, transport, letter)
  })
}

async function keepClaimed(context: Context, letter: OutboxRow, work: () => Promise<void>) {
  const extend = () =>
    extendClaim(context.db, letter, minutesAfter(context.clock(), leaseMinutes)).catch((error: unknown) =>
      logOutage(context.log, 'warn', 'could not extend the claim of a letter', { err: error }),
    )
  const timer = setInterval(extend, extendSeconds * 1000)
  await work().finally(() => clearInterval(timer))
}

async function retryLater(context: Context, letter: OutboxRow, refusal: Error) {
  const { letterID, kind, attempts } = letter
  const isGivenUp = attempts >= maxAttempts
  context.log[isGivenUp || attempts === attemptsUntilAlarm ? 'error' : 'warn'](
    { letterID, kind, attempts, err: refusal },
    isGivenUp ? 'letter given up' : 'letter not sent',
  )
  await scheduleRetry(context.db, letter, nextAttemptAt(context.clock(), attempts), refusal.message.slice(0, 500))
}

/** The letter has left. This is tried until it succeeds, because the letter would be sent again otherwise. */
async function recordAsSent(context: Context, transport: MailTransport, letter: OutboxRow) {
  for (;;) {
    try {
      return await markSent(context.db, letter.letterID, context.clock(), { keepBody: transport.keepsSentBodies })
    } catch (error) {
      logOutage(context.log, 'error', 'could not record that a letter was sent', { err: error })
      await sleep(1000)
    }
  }
}

async function send(context: Context, transport: MailTransport, letter: OutboxRow): Promise<Error | undefined> {
  try {
    const { text, html, calendar } = decryptBody(context, letter)
    await transport.send({
      messageID: messageIDOf(letter.letterID, context.config.publicUrl),
      to: letter.to,
      subject: letter.subject,
      text,
      html,
      calendar,
    })
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

export const decryptBody = (context: Context, { bodySealed }: OutboxRow): LetterBody =>
  bodySealed ? JSON.parse(context.vault.openText(bodySealed)) : { text: '', html: '' }

/** The same at each attempt, so that a mail server can recognise a duplicate. */
const messageIDOf = (letterID: string, publicUrl: string) => `<${letterID}@${new URL(publicUrl).hostname}>`

/** 30 seconds, doubling up to 4 hours, with random variation so that retries do not all come at once. */
function nextAttemptAt(now: Date, attempts: number): Date {
  const wait = Math.min(30 * 2 ** (attempts - 1), 4 * 3600)
  return new Date(now.getTime() + wait * randomInt(800, 1201))
}

const minutesAfter = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000)

/**
 * Sends letters when one has been committed, here or at another replica. Also every few seconds, because that message may be
 * lost and retries become due. Each lane claims a letter only when it can send it, so a shutdown waits for one letter each.
 */
export async function startOutbox(context: Context, transport: MailTransport, mayRun = () => true) {
  const running = Array.from({ length: lanes }, () =>
    repeat(context.log, {
      name: 'send letters',
      seconds: idleSeconds + Math.random(),
      work: async () => mayRun() && sendNextLetter(context, transport),
    }),
  )
  const stopListening = await context.listen(outboxChannel, () => {
    for (const lane of running) lane.wake()
  })
  return {
    /** Resolves when the letters that are being sent are recorded as sent. The others wait for the next start. */
    stop: async () => {
      await Promise.all(running.map((lane) => lane.stop()))
      await stopListening()
      transport.close()
    },
  }
}

/** Warns of late letters, whatever the reason: a mail server that hangs, refuses or is slow, or no worker. */
export async function warnOfLateLetters({ db, clock, log }: Context) {
  const now = clock()
  const { letters, since } = await findLateLetters(db, minutesAfter(now, -minutesUntilLate))
  if (since) log.error({ letters, minutes: Math.floor((now.getTime() - since.getTime()) / 60_000) }, 'letters are late')
}
