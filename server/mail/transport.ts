import { createTransport } from 'nodemailer'
import type { Config } from '#server/core/config.ts'
import type { CalendarFile } from './letter.ts'

interface OutgoingMail {
  /** The same at every attempt, so that a mail server can recognise a duplicate. */
  messageID: string
  to: string
  subject: string
  text: string
  html: string
  calendar?: CalendarFile | undefined
}

export interface MailTransport {
  /** In the demo the mailbox shows the outbox, so the bodies of sent letters are kept. */
  keepsSentBodies: boolean
  /** Rejects if the mail server did not accept the mail. */
  send: (mail: OutgoingMail) => Promise<void>
  /** Rejects if the mail server does not answer or does not accept our user and password. */
  check: () => Promise<void>
  close: () => void
}

/** Without a mail server (as in the demo) letters stay in the outbox. */
export const createMailTransport = ({ smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>): MailTransport =>
  smtpUrl ? smtp(smtpUrl, mailFrom) : mailbox

const mailbox: MailTransport = {
  keepsSentBodies: true,
  send: async () => undefined,
  check: async () => undefined,
  close: () => undefined,
}

/**
 * A mail server may take ten minutes to say that it has accepted a letter (RFC 5321, 4.5.3.2.6), for example while it looks for viruses.
 * Whoever hangs up before sends the letter twice.
 */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 600_000, idleTimeout: 20_000 }

function smtp(url: string, from: string): MailTransport {
  const pool = createTransport({ url, pool: true, maxConnections: 2, ...timeouts }, { from })
  return {
    keepsSentBodies: false,
    send: async ({ messageID, to, subject, text, html, calendar }) => {
      await pool.sendMail({
        messageId: messageID,
        to: { name: '', address: to },
        subject,
        text,
        html,
        ...(calendar && { icalEvent: { ...calendar, filename: 'appointment.ics' } }),
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    },
    check: async () => void (await createTransport({ url, ...timeouts, socketTimeout: 20_000 }).verify()),
    close: () => pool.close(),
  }
}
