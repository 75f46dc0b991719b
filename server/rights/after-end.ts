import type { z } from 'zod'
import { formatDay, toDay } from '#contract/dates.ts'
import { type AnswerForm, answers, nextStepOf, waitAfter } from '#contract/rights/after-end.ts'
import { formatRightNumber, readRightNumber } from '#contract/rights/term.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { endRequestsAbout } from '#server/second-person/public.ts'
import { readByNumber, requireOwn } from './deeds.ts'
import { deleteSteps, freezeSteps, lockEnded, markStep, noSteps, readSteps } from './end-queries.ts'
import { isExtensionCharged } from './extension-queries.ts'
import { listHolders } from './holders.ts'
import { recordedInYourName } from './letters.ts'
import { lockRight } from './lock-right.ts'
import { moveRights } from './move-rights.ts'
import { requireNoParty } from './parties.ts'
import type { RightRow } from './queries.ts'
import { tellHolders, tellWhoSent } from './tell-holders.ts'

interface Step {
  number: string
  position: number
  note: string
}

/** Records the next step, once and not before its day. The first one keeps the list of the house with the right. */
export const recordStep = (context: SignedInContext, { number, position, note }: Step) =>
  inTransaction(context, async (context) => {
    const { db, actor, clock } = context
    const right = await lockAfterItsEnd(context, number)
    await requireNoParty(context, right.rightID, { claims: [] })
    if (right.heardAt) throw new AppError('FAMILY_TO_HEAR')
    if (await isExtensionCharged(db, right.rightID)) throw new AppError('EXTENSION_CHARGED')
    const steps = await readSteps(context, right.rightID)
    const { name, from, ...next } = nextStepOf(right, steps)
    const today = toDay(clock())
    if (name === null || right.clearedTo !== null)
      throw new AppError('STEP_NOT_NEXT', { why: 'All steps are recorded, or the family has asked for its urns.' })
    if (next.position !== position || today < from)
      throw new AppError('STEP_NOT_NEXT', { why: `${name} is next, from ${formatDay(from)}.` })
    await freezeSteps(db, right.rightID, steps)
    await markStep(db, right.rightID, position, { note, recordedAt: clock(), recordedByID: actor.userID })
    await moveRights(context, 'recordStep', [right], {
      reason: [`${name}.`, note].filter(Boolean).join(' '),
      set: { nextStepOn: waitAfter(right.endsOn ?? '', position, steps, today) },
    })
  })

/** A family that has been silent says that it wants to be heard. */
export const askToTalk = (context: SignedInContext, number: string) =>
  inTransaction(context, async (context) => {
    await requireOwn(context, (await readByNumber(context.db, number)).right)
    if (await hear(context, number)) await tellWhoSent(context, number, recordedInYourName.askToTalk)
  })

/** The same for somebody who calls or comes. */
export const recordFamilyContact = (context: SignedInContext, { number, reason }: { number: string; reason: string }) =>
  inTransaction(context, async (context) => {
    await hear(context, number, reason)
  })

/** Stops the steps, and takes back what two people have agreed on or one has asked for. Asking again changes nothing, and returns false. */
async function hear(context: SignedInContext, number: string, reason?: string) {
  /** Before the right is locked, because whoever confirms the request locks them in this order. */
  await endRequestsAbout(context, 'clearNiche', formatRightNumber(readRightNumber(number) ?? 0))
  const right = await lockAfterItsEnd(context, number)
  if (right.heardAt) return false
  await moveRights(context, 'askToTalk', [right], {
    set: { heardAt: context.clock(), clearedTo: null },
    ...(reason && { reason }),
  })
  return true
}

type SentAnswer = z.output<typeof AnswerForm> & { number: string }

/** What was agreed with the family. If the steps go on, the days after the last one begin again. All holders read it. */
export const recordAnswer = (context: SignedInContext, { number, answer, reason }: SentAnswer) =>
  inTransaction(context, async (context) => {
    const right = await lockAfterItsEnd(context, number)
    await requireNoParty(context, right.rightID, { claims: [] })
    if (!right.heardAt) throw new AppError('ALREADY_SETTLED')
    const now = context.clock()
    const set = answer === 'takeUrns' ? { urnsAskedAt: now, nextStepOn: toDay(now) } : await stepsGoOn(context, right)
    await moveRights(context, 'recordAnswer', [right], {
      reason: `${answers[answer]}. ${reason}`,
      set: { heardAt: null, ...set },
    })
    const before = await listHolders(context, right.rightID)
    await tellHolders(context, { right, before, words: `${answers[answer]}.` })
  })

/** The days after the last step begin again. What was agreed about the urns does not count any more. */
export async function stepsGoOn(context: Context, { rightID, endsOn }: Pick<RightRow, 'rightID' | 'endsOn'>) {
  const steps = await readSteps(context, rightID)
  const last = steps.filter(({ at }) => at !== null).length - 1
  const today = toDay(context.clock())
  const nextStepOn = last < 0 ? today : waitAfter(endsOn ?? '', last, steps, today)
  return { clearedTo: null, urnsAskedAt: null, nextStepOn }
}

async function lockAfterItsEnd(context: SignedInContext, number: string) {
  const right = await lockRight(context, number)
  if (right.state !== 'ended') throw new AppError('NOT_FOUND')
  return right
}

const atOnce = 500

/**
 * Notes which rights have ended. Nothing else follows: no niche becomes free, and no urn moves. What was recorded after an earlier end of a
 * right that was extended since does not count; its history keeps it.
 */
export const endTerms = (context: Context): Promise<boolean> =>
  inTransaction(context, async (context) => {
    const ended = await lockEnded(context.db, toDay(context.clock()), atOnce)
    if (ended.length === 0) return false
    await moveRights(context, 'end', ended, { set: noSteps })
    await deleteSteps(
      context.db,
      ended.map(({ rightID }) => rightID),
    )
    return ended.length === atOnce
  })
