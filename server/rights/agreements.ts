import { randomUUID } from 'node:crypto'
import {
  type AgreementWay,
  addressTo,
  agreementWays,
  covers,
  describeAsked,
  missingOf,
  type UrnLeaving,
  urnLeaves,
} from '#contract/rights/agreement.ts'
import { formatRightNumber } from '#contract/rights/term.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { isReachable } from '#server/mail/outbox.ts'
import {
  type AgreementRow,
  endAgreements,
  findOwnAnswer,
  insertAgreement,
  listAgreements,
  listUrnsOf,
  updateAgreement,
} from './agreement-queries.ts'
import { askByLetter } from './ask-by-letter.ts'
import { findBlock, findRightNamed, lockRightOf, refuseBlocked } from './blocks.ts'
import { type HolderRow, hasDied, listHolders, presentHolder, toReader } from './holders.ts'
import { deleteUnpostedRequests } from './letter-queries.ts'
import { type AskedAboutUrn, agreementLetter } from './letters.ts'
import { lockRight } from './lock-right.ts'
import { moveRights } from './move-rights.ts'
import { requireNoParty } from './parties.ts'
import type { RightRow } from './queries.ts'
import { tellHolders } from './tell-holders.ts'

interface AskedAbout {
  number: string
  tag: string
}

/**
 * Writes to every holder who has not agreed, also once more. What is asked about an urn is one request: whoever wants something
 * else ends it first.
 */
export const askHolders = (context: SignedInContext, { number, tag, event }: AskedAbout & { event: UrnLeaving }) =>
  inTransaction(context, async (context) => {
    const right = await lockRight(context, number)
    await refuseBlocked(context, right)
    const urn = (await listUrnsOf(context.db, right.rightID)).find((urn) => urn.tag === tag)
    if (!urn) throw new AppError('NOT_FOUND')
    const asked = await listAsked(context, right.rightID, tag)
    const living = asked.filter(({ row }) => !hasDied(row))
    if (living.length === 0) throw new AppError('HOLDERS_DIED')
    if (asked.some(({ agreement }) => agreement && agreement.event !== event)) throw new AppError('HOLDERS_ASKED')
    const about = { number: right.number, nicheCode: right.nicheCode, event, person: urn.person }
    await moveRights(context, 'askHolders', [right], { bookingID: urn.bookingID, reason: `${describeAsked(about)}.` })
    const asking = { ...about, ...urn, rightID: right.rightID }
    for (const holder of missingOf(living)) await askHolder(context, asking, holder)
  })

interface Asking extends AskedAboutUrn {
  rightID: string
  tag: string
  bookingID: string
}

async function askHolder(
  context: SignedInContext,
  { rightID, tag, bookingID, ...about }: Asking,
  { row, name, agreement }: AskedRow,
) {
  const { db, clock } = context
  const { holderID } = row.holder
  const agreementID = agreement?.agreementID ?? randomUUID()
  if (!agreement)
    await insertAgreement(db, { agreementID, rightID, tag, event: about.event, holderID, name, askedAt: clock() })
  await deleteUnpostedRequests(db, { agreementID })
  const tokenHash = await askByLetter(context, {
    reader: toReader(context, row),
    bookingID,
    compose: (token) => agreementLetter(about, { token }),
    onPaper: { rightID, agreementID, holderID, readerName: name },
  })
  await updateAgreement(db, agreementID, { tokenHash })
}

interface Answer {
  number: string
  agreementID: string
  agrees: boolean
  /** How, if a clerk records it. */
  by?: 'letter' | 'counter' | undefined
}

/**
 * A holder answers in My Bookings, or a clerk records what they have signed, which all holders read. Nobody records it for their own
 * family, or over what a holder has declined without the staff.
 */
export const recordAgreement = (context: SignedInContext, { number, agreementID, agrees, by }: Answer) =>
  inTransaction(context, async (context) => {
    const { db, actor } = context
    const right = await lockRight(context, number)
    const asked = (await listAgreements(db, right.rightID)).find((each) => each.agreementID === agreementID)
    const holders = await listHolders(context, right.rightID)
    const holder = holders.find(({ holder }) => holder.holderID === asked?.holderID)
    const isOwn = holder?.account?.userID === actor.userID
    if (!asked || (actor.role === 'user' && !isOwn)) throw new AppError('NOT_FOUND')
    if (actor.role !== 'user') {
      await requireNoParty(context, right.rightID, { claims: [] })
      if (agrees) await requireNotDeclined(context, asked, holder)
    }
    const way = actor.role === 'user' ? 'account' : (by ?? 'counter')
    const words = await answerAgreement(context, right, asked, agrees, way)
    if (words) await tellHolders(context, { right, before: holders, words })
  })

/**
 * Whoever declined in My Bookings or by the link changes it there. A holder whom staff have left without account or address gets one first;
 * for one who has closed the account themselves, staff record it.
 */
async function requireNotDeclined({ db }: Context, asked: AgreementRow, holder: HolderRow | undefined) {
  const own = await findOwnAnswer(db, asked)
  const hasClosed = holder?.account?.email && !isReachable(holder.email ?? '')
  if (own?.declinedAt && !hasClosed) throw new AppError('HOLDER_DECLINED')
}

/**
 * Returns what has changed, as a sentence; an answer that is the same as before changes nothing. The caller has locked the right and found
 * the request open.
 */
export async function answerAgreement(
  context: Context,
  right: RightRow,
  { agreementID, name, tag, event, agreedAt, declinedAt }: AgreementRow,
  agrees: boolean,
  by: AgreementWay,
) {
  if (agrees ? agreedAt : declinedAt) return
  const what = `urn ${tag} is to ${urnLeaves[event]}`
  const words = `${name} ${agrees ? 'agrees' : 'does not agree'}, ${agreementWays[by]}, that ${what}.`
  await moveRights(context, agrees ? 'agree' : 'disagree', [right], { reason: words })
  const at = context.clock()
  await updateAgreement(context.db, agreementID, {
    ...(agrees ? { agreedAt: at, agreedBy: by } : { agreedAt: null, agreedBy: null }),
    ...(agrees ? { declinedAt: null, declinedBy: null } : { declinedAt: at, declinedBy: by }),
  })
  return words
}

/** The urn stays where it is after all. What the holders have said counts no more. */
export const endAsking = (context: SignedInContext, { number, tag, reason }: AskedAbout & { reason: string }) =>
  inTransaction(context, async (context) => {
    const { db, clock } = context
    const right = await lockRight(context, number)
    const isAsked = (await listAgreements(db, right.rightID)).some((each) => each.tag === tag)
    if (!isAsked) throw new AppError('ALREADY_SETTLED')
    await endAgreements(db, tag, 'release', clock())
    await moveRights(context, 'endAsking', [right], { reason: `Urn ${tag}. ${reason}` })
  })

interface AskedRow {
  row: HolderRow
  /** With whoever acts for a holder under 18. */
  name: string
  agreement: AgreementRow | undefined
  agreedAt: Date | null
}

/** Everybody who holds the right now, with what they were asked about this urn and have answered. */
async function listAsked(context: Context, rightID: string, tag: string): Promise<AskedRow[]> {
  const { db } = context
  const agreements = (await listAgreements(db, rightID)).filter((each) => each.tag === tag)
  return (await listHolders(context, rightID)).map((row) => {
    const { holderID, name, guardian } = presentHolder(context, row)
    const agreement = agreements.find((each) => each.holderID === holderID)
    const known = name || 'A holder whose name is not recorded'
    return {
      row,
      name: addressTo(known, guardian, hasDied(row)),
      agreement,
      agreedAt: agreement?.agreedAt ?? null,
    }
  })
}

/** For the page of a right and for its holders: what is asked about each urn, and about which nothing is asked. */
export async function readAskedUrns(context: Context, rightID: string) {
  const urns = await listUrnsOf(context.db, rightID)
  const events = new Map((await listAgreements(context.db, rightID)).map(({ tag, event }) => [tag, event]))
  const asked = urns.flatMap(({ tag, person }) => {
    const event = events.get(tag)
    return event ? [{ tag, person, event }] : []
  })
  return {
    urns: urns.filter(({ tag }) => !events.has(tag)),
    asked: await Promise.all(
      asked.map(async (urn) => ({ ...urn, holders: (await listAsked(context, rightID, urn.tag)).map(presentAsked) })),
    ),
  }
}

const presentAsked = ({ row, name, agreement, agreedAt }: AskedRow) => ({
  holderID: row.holder.holderID,
  agreementID: agreement?.agreementID ?? null,
  name,
  agreedAt,
  agreedBy: agreement?.agreedBy ?? null,
  declinedAt: agreement?.declinedAt ?? null,
  declinedBy: agreement?.declinedBy ?? null,
})

interface MovedUrn {
  bookingID: string
  tag: string
}

/**
 * Why this urn does not move now: somebody objects or, if it is to leave, a holder has not agreed. Call it in the transaction of the move,
 * after locking booking and accounts: it locks the right, so that an answer and a move come one after the other.
 */
export async function explainUrnMove(
  context: Context,
  urn: MovedUrn,
  event: 'place' | 'disprove' | UrnLeaving,
): Promise<AppError | undefined> {
  const right = await lockRightOf(context.db, urn.bookingID)
  const blocked = right && (await findBlock(context.db, right))
  if (!right || blocked || event === 'place' || event === 'disprove') return blocked
  const names = await listMissing(context, right, urn.tag, event)
  if (names.length === 0) return undefined
  return new AppError('HOLDERS_MISSING', { why: `${formatRightNumber(right.number)}: ${names.join(', ')}` })
}

/** The same for the page of an urn, without a lock. */
export async function readMissing(context: Context, { bookingID, tag }: MovedUrn, event: UrnLeaving) {
  const right = await findRightNamed(context.db, bookingID)
  const names = right ? await listMissing(context, right, tag, event) : []
  return right && names.length > 0 ? { right: formatRightNumber(right.number), names } : null
}

type OfUrn = Pick<RightRow, 'rightID' | 'state' | 'clearedTo' | 'urnsAskedAt'>

/**
 * Who has not agreed. A right with one holder asks nobody here: whoever collects its urn shows the authority of that holder, which nobody
 * can show once the holder has died. Two people who have cleared the niche replace only holders who were silent: where the family has asked
 * for its urns, one of its members may have spoken for all.
 */
async function listMissing(context: Context, right: OfUrn, tag: string, event: UrnLeaving) {
  const { rightID, state, clearedTo, urnsAskedAt } = right
  if (event === 'takeOut' && state === 'ended' && clearedTo !== null && urnsAskedAt === null) return []
  const asked = await listAsked(context, rightID, tag)
  if (asked.length < 2 && !(event === 'release' && asked.some(({ row }) => hasDied(row)))) return []
  const counting = asked.map((each) =>
    each.agreement && !covers(each.agreement.event, event) ? { ...each, agreedAt: null } : each,
  )
  return missingOf(counting).map(({ name }) => name)
}
