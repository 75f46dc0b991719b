import { z } from 'zod'
import { Registration } from '#contract/accounts/account.ts'
import { accountApi } from '#contract/accounts/api.ts'
import { ApplicantPart, BeneficiaryPart } from '#contract/bookings/application.ts'
import { UrnPlacement } from '#contract/bookings/urn-placement.ts'
import { dayOf } from '#contract/dates.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { id } from '#contract/rules.ts'

/** Forms whose rules need the day, so that their actions apply them: what the documentation says of their bodies. */
const forms: Record<string, (today: string) => z.ZodType[]> = {
  '/api/user/register': (today) => [Registration(today), accountApi.register.body],
  '/api/booking/submitBooking': (today) => [
    z.object({ nicheID: id }),
    BeneficiaryPart(today),
    /** Read from clerks alone; an applicant's own is their account's. */
    ApplicantPart(today).partial(),
    /** From clerks, after 409 `APPLICANT_EMAIL_DIFFERS`. */
    z.object({ confirmedAccount: z.boolean().optional() }),
  ],
  '/api/booking/place-urn': (today) => [UrnPlacement(today)],
}

/** What the body of a call may hold, in all its parts. */
export const bodiesOf = ({ path, body }: Endpoint): z.ZodType[] =>
  body ? (forms[path]?.(dayOf(new Date())) ?? [body]) : []
