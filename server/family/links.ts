import { dayMs } from '#contract/dates.ts'
import { daysOfLink } from '#contract/family/sharing.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { hashToken, newToken } from '#server/core/link-token.ts'
import { pathWithToken } from './letters.ts'
import { deleteLink, upsertLink } from './queries.ts'
import { lockOwnBooking, lockShareable } from './sharing.ts'

export const makeLink = (context: SignedInContext, bookingID: string) =>
  inTransaction(context, async (context) => {
    await lockShareable(context, bookingID)
    const { db, actor, config, clock } = context
    const token = newToken()
    const madeAt = clock()
    await upsertLink(db, {
      bookingID,
      tokenHash: hashToken(token),
      madeBy: actor.userID,
      madeAt,
      expiresAt: new Date(madeAt.getTime() + daysOfLink * dayMs),
    })
    await record(context, 'family.link_made', bookingID)
    return { url: `${config.publicUrl}${pathWithToken('sharedPerson', token)}` }
  })

export const endLink = (context: SignedInContext, bookingID: string) =>
  inTransaction(context, async (context) => {
    await lockOwnBooking(context, bookingID)
    if (await deleteLink(context.db, bookingID)) await record(context, 'family.link_ended', bookingID)
  })
