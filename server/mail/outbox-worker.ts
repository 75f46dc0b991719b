import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#server/core/context.ts'
import { isDatabaseUnavailable } from '#server/core/error-code.ts'
import { logOutage } from '#server/core/log.ts'
import { repeat } from '#server/core/repeat.ts'
import { outboxChannel } from './outbox.ts'
import { claimLetter, extendClaim, markSent, maxAttempts, type OutboxRow, scheduleRetry } from './queries.ts'
import type { LetterBody } from './render-letter.ts'
import type { MailTransport } from './transport.ts'

/** Lets tests simulate a crash: errors thrown here are not caught. */
export interface OutboxFaults {
  afterClaim?: (letter: OutboxRow) => void
  afterSend?: (letter: OutboxRow) => void
}

/** As many letters at a time as the transport has connections. */
const lanes = 2
/** After a crash a letter waits so long. The claim is extended while the letter is being sent, so no letter is sent by two workers. */
const leaseMinutes = 5
const extendSeconds = 60
const idleSeconds = 5
/** One each second, until shortly before the lease ends. */
const recordingAttempts = 240
/** After seven minutes the operator should know that letters stay here. */
const attemptsUntilAlarm = 5

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
  const refusal = await keepClaimed(context, letter, send(context, transport, letter))
  if (refusal) {
    const { letterID, kind, attempts } = letter
    const isGivenUp = attempts >= maxAttempts
    context.log[isGivenUp || attempts === attemptsUntilAlarm ? 'error' : 'warn'](
      { letterID, kind, attempts, err: refusal },
      isGivenUp ? 'letter given up' : 'letter not sent',
    )
    await scheduleRetry(
      context.db,
      letter.letterID,
      nextAttemptAt(context.clock(), letter.attempts),
      refusal.message.slice(0, 500),
    )
    return
  }
  faults.afterSend?.(letter)
  await recordAsSent(context, transport, letter, recordingAttempts)
}

async function keepClaimed<T>(context: Context, letter: OutboxRow, sending: Promise<T>): Promise<T> {
  const extend = () =>
    extendClaim(context.db, letter, minutesAfter(context.clock(), leaseMinutes)).catch((error: unknown) =>
      logOutage(context.log, 'warn', 'could not extend the claim of a letter', { err: error }),
    )
  const timer = setInterval(extend, extendSeconds * 1000)
  return await sending.finally(() => clearInterval(timer))
}

/** The letter has left. While the database is away this is tried again, or the letter would be sent twice once the lease has ended. */
async function recordAsSent(context: Context, transport: MailTransport, letter: OutboxRow, attempts: number) {
  try {
    await markSent(context.db, letter.letterID, context.clock(), { keepBody: transport.keepsSentBodies })
  } catch (error) {
    if (attempts <= 1 || !isDatabaseUnavailable(error)) throw error
    await sleep(1000)
    await recordAsSent(context, transport, letter, attempts - 1)
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
