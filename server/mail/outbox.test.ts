import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { mailApi } from '#contract/mail/api.ts'
import { loadConfig } from '#server/core/config.ts'
import { type Context, createContext, inTransaction, type Services } from '#server/core/context.ts'
import { outbox, users } from '#server/database/schema.ts'
import { buildApp } from '#server/start/app.ts'
import { createServices } from '#server/start/services.ts'
import { makeUser } from '#test/factories.ts'
import { type FakeSMTP, permanentlyRejected, startSMTP, temporarilyRejected } from '#test/fakes/smtp.ts'
import { sampleKey } from '#test/sample-key.ts'
import { sendDueLetters } from '#test/send-due-letters.ts'
import { openTestDatabase, type TestDatabase } from '#test/test-database.ts'
import { enqueueLetter, type Letter } from './outbox.ts'
import { decryptBody, sendNextLetter, startOutbox, warnOfLateLetters } from './outbox-worker.ts'
import { attemptsUntilAlarm, maxAttempts } from './queries.ts'
import { createMailTransport, type MailTransport } from './transport.ts'

const config = loadConfig({
  LOG_LEVEL: 'silent',
  PUBLIC_URL: 'https://columba.example',
  ENCRYPTION_KEY: sampleKey,
})
const mei = { email: 'mei@example.com', fullName: 'Tan Mei Ling' }
const letter: Letter = {
  kind: 'reset',
  subject: 'Set a new password',
  paragraphs: ['Here is the link you asked for.'],
  action: { label: 'Choose a new password', path: '/reset-password?token=very-secret' },
}

let database: TestDatabase
let services: Services
let context: Context
let smtp: FakeSMTP
let transport: MailTransport
let now: Date

beforeAll(async () => {
  database = await openTestDatabase()
  services = createServices(database, config, () => now)
  context = createContext(services)
})
afterAll(() => database.close())

beforeEach(async () => {
  now = new Date('2026-11-20T10:00:00Z')
  await database.db.delete(outbox)
  smtp = await startSMTP()
  transport = createMailTransport({ smtpUrl: smtp.url, mailFrom: 'Columba <care@columba.example>' })
})
afterEach(async () => {
  vi.useRealTimers()
  transport.close()
  await smtp.close()
})

const advanceMinutes = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
const rows = () => database.db.select().from(outbox)
/** Takes every letter and does not answer until it is told how. */
function hungServer() {
  let [accept, refuse] = [() => {}, (_error: Error) => {}]
  const answer = new Promise<void>((resolve, reject) => {
    ;[accept, refuse] = [resolve, reject]
  })
  return { accept, refuse, transport: { ...transport, send: () => answer } }
}
const messageIDOf = (raw: string | undefined) => /^Message-ID: (.+)$/im.exec(raw ?? '')?.[1]

describe('a letter', () => {
  test('a letter to an account that reads Chinese is in Chinese, followed by the English; to others it is English', async () => {
    const [chinese, other] = [await makeUser(context), await makeUser(context)]
    await database.db.update(users).set({ language: 'zh-Hans' }).where(eq(users.userID, chinese.userID))
    const reset = {
      ...letter,
      subject: 'Reset your password',
      paragraphs: ['This link works once, within 30 minutes.'],
    }
    for (const { email } of [chinese, other, { email: 'stranger@example.com' }])
      await inTransaction(context, (inside) => enqueueLetter(inside, { email, fullName: '陈美玲' }, reset))
    const untranslated = { ...reset, paragraphs: [...reset.paragraphs, 'A new sentence.'] }
    await inTransaction(context, (inside) => enqueueLetter(inside, chinese, untranslated))

    const written = (await rows()).map((row) => ({ ...row, ...decryptBody(context, row) }))
    const [bilingual, ...inEnglish] = written.toSorted((one, next) => next.text.length - one.text.length)
    expect(bilingual?.to).toBe(chinese.email)
    expect(bilingual?.subject).toBe('重设密码 | Reset your password')
    expect(bilingual?.text).toMatch(/^陈美玲，您好：\n\n链接只能使用一次，30分钟内有效。/)
    expect(bilingual?.text).toMatch(/\n----------\n\nDear 陈美玲,\n\nThis link works once/)
    expect(inEnglish.map(({ subject }) => subject)).toEqual(Array(3).fill('Reset your password'))
    for (const { text } of inEnglish) expect(text).not.toContain('您好')
  })

  test('a letter is sent after its transaction commits, as text and HTML, from MAIL_FROM to the recipient', async () => {
    await inTransaction(context, (inside) => enqueueLetter(inside, mei, letter))
    await sendDueLetters(context, transport)

    expect(smtp.accepted).toHaveLength(1)
    expect(smtp.accepted[0]?.to).toEqual(['mei@example.com'])
    expect(smtp.accepted[0]?.raw).toMatch(/^From: Columba <care@columba\.example>\r$/m)
    expect(smtp.accepted[0]?.raw).toMatch(/text\/plain[\s\S]+Dear Tan Mei Ling,[\s\S]+text\/html/)
  })

  test('a letter is not sent if its transaction is rolled back', async () => {
    await expect(
      inTransaction(context, async (inside) => {
        await enqueueLetter(inside, mei, letter)
        throw new Error('the niche was taken')
      }),
    ).rejects.toThrow('taken')
    await sendDueLetters(context, transport)
    expect(smtp.accepted).toEqual([])
  })

  test('a letter is encrypted in the database, and its body is deleted once it is sent', async () => {
    await enqueueLetter(context, mei, letter)
    expect(JSON.stringify(await rows())).not.toContain('very-secret')
    const [waiting] = await rows()
    expect(waiting?.bodySealed?.includes('very-secret')).toBe(false)

    await sendDueLetters(context, transport)
    expect((await rows())[0]).toMatchObject({ bodySealed: null, sentAt: now, attempts: 1 })
  })

  test('a letter that is enqueued twice with the same key is written once', async () => {
    await enqueueLetter(context, mei, { ...letter, dedupeKey: 'receipt:P-1' })
    await enqueueLetter(context, mei, { ...letter, dedupeKey: 'receipt:P-1' })
    expect(await rows()).toHaveLength(1)
  })

  test('a letter cannot get extra headers through its subject', async () => {
    await enqueueLetter(context, mei, { ...letter, subject: 'Hello\r\nBcc: everyone@example.com' })
    await sendDueLetters(context, transport)
    expect(smtp.accepted[0]?.to).toEqual(['mei@example.com'])
    expect(smtp.accepted[0]?.raw).not.toMatch(/^Bcc:/m)
  })
})

describe('when something fails', () => {
  test('a letter with a temporary rejection is retried at growing intervals', async () => {
    await enqueueLetter(context, { email: temporarilyRejected }, letter)
    await sendDueLetters(context, transport)
    const [first] = await rows()
    expect(first).toMatchObject({ attempts: 1, sentAt: null })
    expect(first?.lastError).toContain('451')

    await sendDueLetters(context, transport)
    expect((await rows())[0]?.attempts).toBe(1)

    advanceMinutes(1)
    await sendDueLetters(context, transport)
    const [second] = await rows()
    expect(second?.attempts).toBe(2)
    const wait = (row: typeof first, since: Date) => (row?.dueAt.getTime() ?? 0) - since.getTime()
    expect(wait(second, now)).toBeGreaterThan(40_000)
  })

  test('a letter that has failed five times, which takes at most nine minutes, is logged as an error', async () => {
    const errors: object[] = []
    const log = Object.assign(Object.create(context.log), { error: (facts: object) => errors.push(facts) })
    await enqueueLetter(context, { email: temporarilyRejected }, letter)
    const begin = now.getTime()
    for (let attempt = 1; attempt <= 5; attempt++) {
      expect(errors).toEqual([])
      await sendDueLetters({ ...context, log }, transport)
      if (attempt < 5) now = (await rows())[0]?.dueAt ?? now
    }
    expect(errors).toMatchObject([{ attempts: 5 }])
    expect(now.getTime() - begin).toBeLessThanOrEqual(9 * 60_000)
  })

  test('a letter with permanent rejections is given up after the last attempt, and stays in the outbox', async () => {
    await enqueueLetter(context, { email: permanentlyRejected }, letter)
    for (let attempt = 0; attempt < maxAttempts + 3; attempt++) {
      await sendDueLetters(context, transport)
      advanceMinutes(5 * 60)
    }
    expect((await rows())[0]).toMatchObject({ attempts: maxAttempts, sentAt: null })
    expect((await rows())[0]?.lastError).toContain('550')
  })

  test('a rejected letter does not delay the others', async () => {
    await enqueueLetter(context, { email: temporarilyRejected }, letter)
    await enqueueLetter(context, mei, letter)
    await sendDueLetters(context, transport)
    expect(smtp.accepted.map(({ to }) => to)).toEqual([['mei@example.com']])
  })

  test('a letter is sent later if the mail server cannot be reached', async () => {
    const unreachable = createMailTransport({ smtpUrl: 'smtp://127.0.0.1:1', mailFrom: 'care@columba.example' })
    await enqueueLetter(context, mei, letter)
    await sendDueLetters(context, unreachable)
    advanceMinutes(1)
    await sendDueLetters(context, transport)
    expect(smtp.accepted).toHaveLength(1)
  })

  test('a letter is sent after its lease ends if the worker crashed before sending', async () => {
    await enqueueLetter(context, mei, letter)
    await expect(sendDueLetters(context, transport, { afterClaim: crash })).rejects.toThrow('crash')
    await sendDueLetters(context, transport)
    expect(smtp.accepted).toEqual([])

    advanceMinutes(6)
    await sendDueLetters(context, transport)
    expect(smtp.accepted).toHaveLength(1)
  })

  test('a letter that was sent while the database went away is recorded as sent once it is back', async () => {
    await enqueueLetter(context, mei, letter)
    const gone = Object.assign(new Error('terminating connection'), { code: '57P01' })
    let failures = 1
    /** The second update after the claim is the record. */
    const update: typeof context.db.update = (table) => {
      if (smtp.accepted.length === 1 && failures-- > 0) throw gone
      return context.db.update(table)
    }
    const db = Object.assign(Object.create(context.db), { update }) as typeof context.db
    await sendDueLetters({ ...context, db }, transport)
    advanceMinutes(6)
    await sendDueLetters(context, transport)
    expect([smtp.accepted.length, (await rows())[0]?.sentAt !== null]).toEqual([1, true])
  })

  test('a letter is sent again with the same Message-ID if the worker crashed after sending', async () => {
    await enqueueLetter(context, mei, letter)
    await expect(sendDueLetters(context, transport, { afterSend: crash })).rejects.toThrow('crash')
    advanceMinutes(6)
    await sendDueLetters(context, transport)
    const [one, other] = smtp.accepted.map(({ raw }) => messageIDOf(raw))
    expect(one).toMatch(/^<[0-9a-f-]{36}@columba\.example>$/)
    expect(other).toBe(one)
  })

  test('a letter whose answer is lost with the connection is sent once more, after a pause, with the same Message-ID', async () => {
    await enqueueLetter(context, mei, letter)
    smtp.afterAccepting('hang up')
    await sendDueLetters(context, transport)
    await sendDueLetters(context, transport)
    expect([smtp.accepted.length, (await rows())[0]?.attempts]).toEqual([1, 1])

    smtp.afterAccepting('answer')
    for (let round = 0; round < 3; round++) {
      advanceMinutes(1)
      await sendDueLetters(context, transport)
    }
    const [one, other, ...more] = smtp.accepted.map(({ raw }) => messageIDOf(raw))
    expect([other, more]).toEqual([one, []])
  })

  test('a letter whose answer comes with the end of the connection is not sent again', async () => {
    await enqueueLetter(context, mei, letter)
    smtp.afterAccepting('answer and hang up')
    await sendDueLetters(context, transport)
    advanceMinutes(6)
    await sendDueLetters(context, transport)
    expect([smtp.accepted.length, (await rows())[0]?.lastError]).toEqual([1, null])
  })

  /** Nine minutes pass, in which a claim is renewed nine times. */
  async function letAnotherWorkerTry() {
    for (let minute = 0; minute < 9; minute++) {
      const before = (await rows())[0]?.dueAt
      advanceMinutes(1)
      vi.advanceTimersByTime(60_000)
      await vi.waitFor(async () => expect((await rows())[0]?.dueAt).not.toEqual(before), 60_000)
      await sendDueLetters(context, transport)
    }
  }

  test('a letter for which the mail server takes longer than a claim is not sent by another worker', async () => {
    await enqueueLetter(context, mei, letter)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const hung = hungServer()
    const first = sendNextLetter(context, hung.transport)
    await vi.waitFor(async () => expect((await rows())[0]?.attempts).toBe(1), 60_000)
    await letAnotherWorkerTry()
    hung.accept()
    await first
    expect([smtp.accepted.length, (await rows())[0]?.attempts]).toEqual([0, 1])
  })

  test('a letter whose sending cannot be recorded for longer than a claim is not sent by another worker', async () => {
    await enqueueLetter(context, mei, letter)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    let isRecording = false
    const update: typeof context.db.update = (table) => {
      const statement = context.db.update(table)
      const set: typeof statement.set = (values) => {
        if ('sentAt' in values && !isRecording) throw new Error('no answer')
        return statement.set(values)
      }
      return Object.assign(Object.create(statement), { set })
    }
    const db = Object.assign(Object.create(context.db), { update }) as typeof context.db
    const first = sendNextLetter({ ...context, db }, transport)
    await vi.waitFor(() => expect(smtp.accepted).toHaveLength(1), 60_000)
    await letAnotherWorkerTry()
    isRecording = true
    await first
    expect([smtp.accepted.length, (await rows())[0]?.attempts]).toEqual([1, 1])
    expect((await rows())[0]?.sentAt).not.toBeNull()
  })

  test('a worker that lost its claim and fails does not make due a letter that another is sending', async () => {
    await enqueueLetter(context, mei, letter)
    const [one, other] = [hungServer(), hungServer()]
    const attempts = async () => (await rows())[0]?.attempts
    const first = sendNextLetter(context, one.transport)
    await vi.waitFor(async () => expect(await attempts()).toBe(1), 60_000)
    advanceMinutes(6)
    const second = sendNextLetter(context, other.transport)
    await vi.waitFor(async () => expect(await attempts()).toBe(2), 60_000)

    one.refuse(new Error('no answer'))
    await first
    advanceMinutes(2)
    await sendDueLetters(context, transport)
    other.accept()
    await second
    expect([smtp.accepted.length, await attempts()]).toEqual([0, 2])
  })

  test('a letter that was sent and recorded is not sent again', async () => {
    await enqueueLetter(context, mei, letter)
    for (let round = 0; round < 3; round++) {
      await sendDueLetters(context, transport)
      advanceMinutes(60)
    }
    expect(smtp.accepted).toHaveLength(1)
  })
})

test('several workers at the same time send each letter once', async () => {
  for (let each = 0; each < 40; each++) await enqueueLetter(context, { email: `person${each}@example.com` }, letter)
  await Promise.all([
    sendDueLetters(context, transport),
    sendDueLetters(context, transport),
    sendDueLetters(context, transport),
  ])
  const reached = smtp.accepted.flatMap(({ to }) => to)
  expect(reached).toHaveLength(40)
  expect(new Set(reached).size).toBe(40)
})

/** PostgreSQL plans a query for one row so that it looks for a due letter again at each row that it finds. */
test('a worker claims one letter, also while the statistics of the outbox know of only one', async () => {
  await database.db.execute(sql`vacuum outbox`)
  await enqueueLetter(context, mei, letter)
  await database.db.execute(sql`analyze outbox`)
  await enqueueLetter(context, { email: 'other@example.com' }, letter)
  await sendNextLetter(context, transport)
  expect((await rows()).map(({ attempts }) => attempts).sort()).toEqual([0, 1])
})

describe('letters that are late', () => {
  /** The lines that are logged at the level at which operators are called. */
  async function listAlarms() {
    const alarms: object[] = []
    const log = Object.assign(Object.create(context.log), { error: (facts: object) => alarms.push(facts) })
    await warnOfLateLetters({ ...context, log })
    return alarms
  }

  test('a mail server that accepts connections and never answers raises an alarm after five minutes', async () => {
    await enqueueLetter(context, mei, letter)
    await enqueueLetter(context, { email: 'other@example.com' }, letter)
    const hung = hungServer()
    const sending = sendNextLetter(context, hung.transport)
    await vi.waitFor(async () => expect((await rows()).some(({ attempts }) => attempts === 1)).toBe(true), 60_000)
    advanceMinutes(4)
    expect(await listAlarms()).toEqual([])
    advanceMinutes(2)
    expect(await listAlarms()).toEqual([{ letters: 2, minutes: 6 }])
    hung.accept()
    await sending
  })

  test('a letter that was sent, that waits for its time or has raised its own alarm raises none for being late', async () => {
    await enqueueLetter(context, mei, letter)
    await sendDueLetters(context, transport)
    await enqueueLetter(context, mei, { ...letter, notBefore: new Date(now.getTime() + 60 * 60_000) })
    await enqueueLetter(context, { email: temporarilyRejected }, letter)
    await database.db.update(outbox).set({ attempts: attemptsUntilAlarm }).where(eq(outbox.to, temporarilyRejected))
    advanceMinutes(30)
    expect(await listAlarms()).toEqual([])
    advanceMinutes(36)
    expect(await listAlarms()).toEqual([{ letters: 1, minutes: 6 }])
  })

  test('letters that have failed many times go on raising the alarm until one gets through', async () => {
    await enqueueLetter(context, mei, letter)
    await database.db.update(outbox).set({ attempts: attemptsUntilAlarm })
    advanceMinutes(60 * 24)
    expect(await listAlarms()).toEqual([{ letters: 1, minutes: 60 * 24 }])
    await enqueueLetter(context, { email: 'other@example.com' }, letter)
    await sendDueLetters(context, transport)
    expect(await listAlarms()).toEqual([])
  })
})

test('the outbox worker wakes at the commit, and finishes the current letter before it stops', async () => {
  const sent = new Promise<string>((resolve) => {
    transport = { ...transport, send: async ({ to }) => resolve(to) }
  })
  const worker = await startOutbox(context, transport)
  await inTransaction(context, (inside) => enqueueLetter(inside, mei, letter))
  expect(await sent).toBe('mei@example.com')
  await worker.stop()
  expect((await rows())[0]?.sentAt).toEqual(now)
})

test('a worker that is stopped finishes its current letters and leaves the rest of a long queue unclaimed', async () => {
  for (let each = 0; each < 12; each++) await enqueueLetter(context, { email: `person${each}@example.com` }, letter)
  let started = () => {}
  const firstLetter = new Promise<void>((resolve) => (started = resolve))
  let accept = () => {}
  const accepted = new Promise<void>((resolve) => (accept = resolve))
  const sentTo: string[] = []
  const slow: MailTransport = {
    ...transport,
    send: async ({ to }) => {
      sentTo.push(to)
      started()
      await accepted
    },
  }
  const worker = await startOutbox(context, slow)
  await firstLetter
  const stopped = worker.stop()
  accept()
  await stopped

  const isSent = (row: { sentAt: Date | null }) => row.sentAt !== null
  const sent = (await rows()).filter(isSent)
  const waiting = (await rows()).filter((row) => !isSent(row))
  expect(sent.map(({ to }) => to).sort()).toEqual(sentTo.sort())
  expect(sent.length).toBeLessThanOrEqual(2)
  expect(new Set(waiting.map(({ attempts }) => attempts))).toEqual(new Set([0]))
})

test('the demo mailbox shows the letters that were sent, newest first', async () => {
  const mailbox = createMailTransport({ smtpUrl: undefined, mailFrom: 'care@columba.example' })
  await enqueueLetter(context, mei, letter)
  await sendDueLetters(context, mailbox)
  advanceMinutes(1)
  await enqueueLetter(context, mei, { ...letter, subject: 'A second letter' })
  await sendDueLetters(context, mailbox)

  const app = await buildApp(services)
  const answer = await app.inject({ method: 'GET', url: mailApi.demoMailbox.path })
  await app.close()
  const mails = answer.json()
  expect(mails.map(({ subject }: { subject: string }) => subject)).toEqual(['A second letter', 'Set a new password'])
  expect(mails[1]).toMatchObject({ to: 'mei@example.com', sentAt: '2026-11-20T10:00:00.000Z' })
  expect(mails[1].text).toContain('https://columba.example/reset-password?token=very-secret')
  expect(mails[1].html).toContain('Dear Tan Mei Ling,')
})

function crash(): never {
  throw new Error('crash')
}
