import { formatDateTime } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { ruleOf } from '#contract/second-person/guarded-acts.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import { enqueueLetter, type Letter, listAdmins, nameOr } from '#server/mail/outbox.ts'
import type { RequestRow } from './request-queries.ts'

type Asked = Pick<RequestRow, 'requestID' | 'act' | 'what' | 'reason' | 'expiresAt'>

/** Counts towards the limits of whoever asks, who could otherwise fill the mailboxes of the admins by asking differently each time. */
export const tellOfRequest = (context: SignedInContext, request: Asked) =>
  tellAdmins(context, request, {
    kind: 'second-person-asked',
    subject: `A second person is asked for: ${ruleOf(request.act).label}`,
    paragraphs: [
      `${nameOr('A colleague', context.actor.name)} has asked for this. Nothing is done until somebody else confirms it.`,
    ],
    action: { label: 'See what waits', path: pathTo('adminDashboard') },
    closing: ['If this is not right, do not confirm it, and talk to your colleagues.'],
  })

/** Once for each request, because what ends one must not be refused for a letter. */
export const tellOfOutcome = (context: Context, request: Asked & Pick<RequestRow, 'outcome'>) =>
  tellAdmins(context, request, {
    kind: 'second-person-ended',
    subject: `${outcomes[request.outcome].subject}: ${ruleOf(request.act).label}`,
    paragraphs: [outcomes[request.outcome].sentence(nameOr('A colleague', context.actor?.name ?? ''))],
    dedupeKey: `second-person:${request.requestID}`,
  })

const outcomes: Record<RequestRow['outcome'], { subject: string; sentence: (by: string) => string }> = {
  open: { subject: 'Waiting', sentence: () => 'This waits for a second person.' },
  done: { subject: 'Confirmed', sentence: (by) => `${by} has confirmed this as the second person, and it is done.` },
  withdrawn: { subject: 'Withdrawn', sentence: (by) => `${by} has withdrawn this. Nothing was done.` },
  expired: { subject: 'Not confirmed in time', sentence: () => 'Nobody has confirmed this in time. Nothing was done.' },
  ended: {
    subject: 'Ended',
    sentence: () => 'Whoever asked for this can no longer take part in it, so it has ended. Nothing was done.',
  },
}

async function tellAdmins(context: Context, request: Asked, letter: Omit<Letter, 'to' | 'facts'>) {
  const { act, what, reason, expiresAt } = request
  if (!ruleOf(act).tellsAdmins) return
  const facts = [
    ['What', what],
    ...(reason ? [['Reason', reason] as const] : []),
    ...(expiresAt && letter.action ? [['Until', formatDateTime(expiresAt)] as const] : []),
  ] as const
  for (const { userID, fullName, email } of await listAdmins(context.db)) {
    const key = letter.dedupeKey && { dedupeKey: `${letter.dedupeKey}:${userID}` }
    await enqueueLetter(context, { ...letter, ...key, to: email, name: fullName, facts })
  }
}
