import type { Context } from '#server/core/context.ts'
import { type OutboxFaults, sendNextLetter } from '#server/mail/outbox-worker.ts'
import type { MailTransport } from '#server/mail/transport.ts'

/** Sends letters until none is due. */
export async function sendDueLetters(context: Context, transport: MailTransport, faults?: OutboxFaults) {
  while (await sendNextLetter(context, transport, faults)) {}
}
