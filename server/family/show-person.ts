import { expectedStatuses } from '#contract/appointments/appointment.ts'
import type { ReplyInput } from '#contract/endpoint.ts'
import type { familyApi } from '#contract/family/api.ts'
import { familySteps } from '#contract/family/family-steps.ts'
import { canBeShared } from '#contract/family/sharing.ts'
import { findLastAppointment } from '#server/appointments/public.ts'
import { readFamilyBooking } from '#server/bookings/public.ts'
import type { Context } from '#server/core/context.ts'
import { hashToken } from '#server/core/link-token.ts'
import { AppError } from '#server/http/errors.ts'
import { linkReads, throttleAddress } from '#server/http/throttles.ts'
import { findUrnsOf } from '#server/urns/public.ts'
import { findShown } from './queries.ts'

/** What a family link shows. The answer does not tell whether a link has ended or never existed. */
export async function showPerson(context: Context, token: string): Promise<ReplyInput<typeof familyApi.show>> {
  await throttleAddress(context, linkReads)
  const { db, clock } = context
  const shown = await findShown(db, hashToken(token), clock())
  const booking = shown && (await readFamilyBooking(context, shown.bookingID))
  if (!booking || !canBeShared(booking)) throw new AppError('FAMILY_LINK_ENDED')
  const urn = (await findUrnsOf(db, [booking.bookingID])).get(booking.bookingID)
  const last = await findLastAppointment(db, booking.bookingID)
  const agreed = last && last.status !== 'requested' ? last : undefined
  const isComing = agreed && expectedStatuses.some((status) => status === agreed.status)
  return {
    ...booking,
    ...shown,
    name: booking.beneficiaryName.trim(),
    steps: familySteps(
      {
        ...booking,
        /** Hides that a payment was waived. */
        paymentStatus: booking.paymentStatus && 'Paid',
        paymentDate: booking.paymentDate?.toISOString() ?? null,
        approvedAt: booking.approvedAt?.toISOString() ?? null,
      },
      {
        urn: urn && { place: urn.place, since: urn.since.toISOString() },
        appointment: agreed && {
          status: agreed.status,
          startsAt: agreed.startsAt.toISOString(),
          endsAt: agreed.endsAt.toISOString(),
        },
      },
    ),
    appointment: isComing ? { startsAt: agreed.startsAt, endsAt: agreed.endsAt } : null,
  }
}
