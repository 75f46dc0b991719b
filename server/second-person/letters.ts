import { formatDateTime, toDay } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { ruleOf } from '#contract/second-person/guarded-acts.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import { facts, letter, link, nameOr, oncePer, tellAdmins } from '#server/mail/outbox.ts'
import type { RequestRow } from './request-queries.ts'

type Asked = Pick<RequestRow, 'requestID' | 'act' | 'what' | 'reason' | 'expiresAt'>

/** Counts towards the limits of whoever asks, who could otherwise fill the mailboxes of the admins by asking differently each time. */
export async function tellOfRequest(context: SignedInContext, { act, what, reason, expiresAt }: Asked) {
  const { label, tellsAdmins } = ruleOf(act)
  if (!tellsAdmins) return
  await tellAdmins(
    context,
    letter('second-person-asked', `A second person is asked for: ${label}`, [
      `${nameOr('A colleague', context.actor.name)} has asked for this. Nothing is done until somebody else confirms it.`,
      facts({ What: what, Reason: reason || undefined, Until: expiresAt ? formatDateTime(expiresAt) : undefined }),
      link('See what waits', pathTo('adminDashboard')),
      'If this is not right, do not confirm it, and talk to your colleagues.',
    ]),
  )
}

/** Where one person acts alone, all admins read of it. The demo's mailboxes stay as the visitor expects them. */
export async function tellOfDoneAlone(
  context: SignedInContext,
  { act, what, reason }: Pick<Asked, 'act' | 'what' | 'reason'>,
) {
  const { config, actor, clock } = context
  if (config.mode !== 'production') return
  const { label, isFrequent } = ruleOf(act)
  const sending = isFrequent ? oncePer('done-alone', act, actor.userID, toDay(clock())) : 'done-alone'
  await tellAdmins(
    context,
    letter(sending, `Done by one person: ${label}`, [
      `${nameOr('A colleague', actor.name)} has done this alone: nobody else could confirm it, or fewer than three people are staff or admins here.`,
      facts({ What: what, Reason: reason || undefined }),
      isFrequent && 'You get one letter a day about this from each colleague. The audit log has all of them.',
      'If this is not right, talk to your colleagues at once.',
    ]),
  )
}

/** Written once for each request, because what ends one must not be refused for a letter. */
export async function tellOfOutcome(
  context: Context,
  { requestID, act, what, reason, outcome }: Asked & Pick<RequestRow, 'outcome'>,
) {
  const { label, tellsAdmins } = ruleOf(act)
  if (!tellsAdmins) return
  const { subject, sentence } = outcomes[outcome]
  await tellAdmins(
    context,
    letter({ kind: 'second-person-ended', dedupeKey: `second-person:${requestID}` }, `${subject}: ${label}`, [
      sentence(nameOr('A colleague', context.actor?.name ?? '')),
      facts({ What: what, Reason: reason || undefined }),
    ]),
  )
}

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
