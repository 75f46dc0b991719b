import { randomUUID } from 'node:crypto'
import { toDay } from '#contract/dates.ts'
import type { ExtensionRules } from '#contract/rights/extension.ts'
import type { Term } from '#contract/rights/right.ts'
import { isOver } from '#contract/rights/term.ts'
import { type RightEvent, rightStateAfter } from '#contract/rights/transitions.ts'
import { rememberEach } from '#server/audit/public.ts'
import type { Context } from '#server/core/context.ts'
import { insertionOf } from '#server/database/insert-rows.ts'
import { rightMoves, rights } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { type ChangedTerm, type RightRow, updateRights } from './queries.ts'

export interface NewRight extends Term, ExtensionRules {
  nicheID: string
  grantedOn: string | null
  deedNumber: string | null
  /** The booking that grants it. */
  bookingID: string
}

/** Grants rights, with their history, in one statement. Returns the ID of each, in the same order. */
export async function grantRights(context: Context, granted: readonly NewRight[]): Promise<string[]> {
  if (granted.length === 0) return []
  const state = stateAfter(context, { state: 'none', endsOn: null, clearedTo: null }, 'grant')
  const rows = granted.map((right) => ({ rightID: randomUUID(), ...right, state, version: 1 }))
  await rememberMoves(context, 'grant', state, rows, {}, insertionOf(rights, rows))
  return rows.map(({ rightID }) => rightID)
}

interface MoveDetails {
  /** The booking that causes it. */
  bookingID?: string | undefined
  /** What else changes, such as the last day. */
  set?: ChangedTerm
  /** What changed, and why. */
  reason?: string
}

/** The only way a right changes after it was granted: checks the table of moves, changes the right and writes its history. */
export async function moveRights(
  context: Context,
  event: RightEvent,
  moving: readonly RightRow[],
  { bookingID, set = {}, reason }: MoveDetails = {},
) {
  const [first] = moving
  if (!first) return
  const to = stateAfter(context, first, event)
  if (moving.some((right) => stateAfter(context, right, event) !== to)) throw new Error('Rights move one way at a time')
  if (!(await updateRights(context.db, moving, { state: to, ...set }))) throw new AppError('BOOKING_MOVED')
  const moved = moving.map(({ rightID, nicheID }) => ({ rightID, nicheID, bookingID }))
  await rememberMoves(context, event, to, moved, { reason, endsOn: set.endsOn })
}

function stateAfter(
  { actor, clock }: Context,
  { state, endsOn, clearedTo }: Pick<RightRow, 'endsOn' | 'clearedTo'> & { state: RightRow['state'] | 'none' },
  event: RightEvent,
) {
  const over = isOver(endsOn, toDay(clock()))
  const to = rightStateAfter({ status: state, over, cleared: clearedTo !== null }, event, actor?.role ?? 'system')
  if (!to && event === 'surrender') throw new AppError('RIGHT_WAITS')
  if (!to) throw new Error(`A right that is ${state} has no move ${event}`)
  return to
}

const rememberMoves = (
  context: Context,
  event: RightEvent,
  to: RightRow['state'],
  moved: readonly { rightID: string; nicheID: string; bookingID: string | undefined }[],
  { reason, endsOn }: { reason?: string | undefined; endsOn?: string | null | undefined },
  change?: ReturnType<typeof insertionOf>,
) =>
  rememberEach(
    context,
    rightMoves,
    moved.map(({ rightID, bookingID = null }) => ({
      rightID,
      reason: reason ?? null,
      event,
      to,
      bookingID,
      endsOn: endsOn ?? null,
      actorID: context.actor?.userID ?? null,
      at: context.clock(),
    })),
    `right.${event}`,
    moved.map(({ rightID, nicheID, bookingID }) => ({
      subject: rightID,
      details: {
        niche: nicheID,
        ...(bookingID && { booking: bookingID }),
        ...(endsOn && { until: endsOn }),
        ...(reason && { reason }),
      },
    })),
    change,
  )
