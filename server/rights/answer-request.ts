import { contactAnswers } from '#contract/rights/contact.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { hashToken } from '#server/core/link-token.ts'
import { AppError } from '#server/http/errors.ts'
import { linkReads, throttleAddress } from '#server/http/throttles.ts'
import { type AgreementRow, findAgreementAsked, listUrnsOf } from './agreement-queries.ts'
import { answerAgreement } from './agreements.ts'
import { type ContactRow, findAsked, updateContact } from './contacts.ts'
import { listHolderNames } from './holders.ts'
import { lockRightByID } from './lock-right.ts'
import { moveRights } from './move-rights.ts'
import { type RightRow, selectRows } from './queries.ts'

/** What the page says that the link leads to: somebody is named as a contact, or a holder is asked about an urn. */
export async function readContactRequest(context: Context, token: string) {
  const { contact, agreement } = await findOrRefuse(context, token)
  const { rightID, name } = contact ?? agreement
  const { db } = context
  const [listed] = await selectRows(db, [rightID])
  if (!listed) throw new AppError('CONTACT_LINK_ENDED')
  const known = { holders: await listHolderNames(context, rightID), name, nicheCode: listed.nicheCode }
  if (contact) return { ...known, kind: contact.kind, person: '', answered: null }
  const urn = (await listUrnsOf(db, rightID)).find(({ tag }) => tag === agreement.tag)
  const answered = agreement.agreedAt ? true : agreement.declinedAt ? false : null
  return { ...known, kind: agreement.event, person: urn?.person ?? '', answered }
}

/** Whoever has the letter answers it, without an account. */
export async function answerContactRequest(context: Context, { token, accepts }: { token: string; accepts: boolean }) {
  const { contact, agreement } = await findOrRefuse(context, token)
  await inTransaction(context, async (context) => {
    const right = await lockRightByID(context, (contact ?? agreement).rightID)
    const asked = await findWaiting(context, token)
    if (asked?.agreement) await answerAgreement(context, right, asked.agreement, accepts, 'link')
    else if (asked?.contact && right.state !== 'surrendered')
      await answerAsContact(context, right, asked.contact, accepts)
    else throw new AppError('CONTACT_LINK_ENDED')
  })
}

async function answerAsContact(context: Context, right: RightRow, { contactID, name }: ContactRow, accepts: boolean) {
  const { db, clock } = context
  const how = accepts ? contactAnswers.link.toLowerCase() : 'does not want this'
  await moveRights(context, accepts ? 'acceptContact' : 'declineContact', [right], { reason: `${name}: ${how}.` })
  await updateContact(db, contactID, {
    tokenHash: null,
    tokenExpiresAt: null,
    ...(accepts ? { acceptedAt: clock(), acceptedBy: 'link' as const } : { declinedAt: clock(), reachSealed: null }),
  })
}

async function findOrRefuse(context: Context, token: string) {
  await throttleAddress(context, linkReads)
  const found = await findWaiting(context, token)
  if (!found) throw new AppError('CONTACT_LINK_ENDED')
  return found
}

type Asked = { contact: ContactRow; agreement?: undefined } | { contact?: undefined; agreement: AgreementRow }

/** Whoever the link asks, as long as it works: a contact for thirty days, a holder until the request ends. */
async function findWaiting({ db, clock }: Context, token: string): Promise<Asked | undefined> {
  const tokenHash = hashToken(token)
  const contact = await findAsked(db, tokenHash)
  if (contact) return contact.tokenExpiresAt && contact.tokenExpiresAt > clock() ? { contact } : undefined
  const agreement = await findAgreementAsked(db, tokenHash)
  return agreement && { agreement }
}
