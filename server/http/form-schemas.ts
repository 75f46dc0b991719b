import { z } from 'zod'
import { Registration } from '#contract/accounts/account.ts'
import { accountApi } from '#contract/accounts/api.ts'
import { ApplicantFields, BeneficiaryFields } from '#contract/bookings/application-form.ts'
import { UrnRequestForm } from '#contract/bookings/urn-placement.ts'
import { toDay } from '#contract/dates.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { uuid } from '#contract/schema-parts.ts'

/** Forms whose rules need the day, so that their actions apply them: what the documentation says of their bodies. */
const forms: Record<string, (today: string) => z.ZodType[]> = {
  '/api/user/register': (today) => [Registration(today), accountApi.register.body],
  '/api/booking/submitBooking': (today) => [
    z.object({ nicheID: uuid }),
    BeneficiaryFields(today),
    /** Read from clerks alone; an applicant's own is their account's. */
    ApplicantFields(today).partial(),
    /** From clerks, after 409 `APPLICANT_EMAIL_DIFFERS`. */
    z.object({ confirmedAccount: z.boolean().optional() }),
  ],
  '/api/booking/place-urn': (today) => [UrnRequestForm(today)],
}

/** What the body of a call may hold, in all its parts. */
export const bodiesOf = ({ path, body }: Endpoint): z.ZodType[] =>
  body ? (forms[path]?.(toDay(new Date())) ?? [body]) : []
