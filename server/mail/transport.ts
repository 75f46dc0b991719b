import { createTransport } from 'nodemailer'
import type { Config } from '#server/config.ts'

export interface OutgoingMail {
  /** The same at every attempt, so that a receiver can tell a repeat. */
  messageID: string
  to: string
  subject: string
  text: string
  html: string
}

/** Whoever carries the letters away. Rejects when the letter was not accepted. */
export interface MailTransport {
  /** The demo's mailbox is the outbox itself, so sent letters keep their words there. */
  keepsSentBodies: boolean
  send: (parcel: OutgoingMail) => Promise<void>
  close: () => void
}

/** Without a mail server the letters stay with us, as in the demo. */
export const createMailTransport = ({ smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>): MailTransport =>
  smtpUrl ? smtp(smtpUrl, mailFrom) : mailbox

const mailbox: MailTransport = { keepsSentBodies: true, send: async () => undefined, close: () => undefined }

function smtp(url: string, from: string): MailTransport {
  const pool = createTransport(
    { url, pool: true, maxConnections: 2, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 },
    { from },
  )
  return {
    keepsSentBodies: false,
    send: async ({ messageID, to, subject, text, html }) => {
      await pool.sendMail({
        messageId: messageID,
        to: { name: '', address: to },
        subject,
        text,
        html,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    },
    close: () => pool.close(),
  }
}
