import { bookingApi } from '#contract/bookings/api.ts'
import type { RequestInput } from '#contract/endpoint.ts'
import type { Person } from './factories.ts'
import type { SignedInCaller, TestApp } from './test-app.ts'

type Link = Omit<RequestInput<typeof bookingApi.linkAccount>['body'], 'code' | 'nric'>

/** The code in the newest letter to this account. */
export async function readLinkCode({ letters }: Pick<TestApp, 'letters'>, { email }: Person): Promise<string> {
  const text = (await letters({ to: email, kind: 'link-code' })).at(-1)?.text ?? ''
  return /\b\d{3} \d{3}\b/.exec(text)?.[0] ?? ''
}

/** Links a booking of a register to this account as a clerk does it at the counter, with the code that the person reads out. */
export async function linkToAccount(testApp: TestApp, clerk: SignedInCaller, person: Person, link: Link) {
  const { nric } = person
  await clerk.call(bookingApi.sendLinkCode, { body: { bookingID: link.bookingID, nric } })
  const code = await readLinkCode(testApp, person)
  return clerk.call(bookingApi.linkAccount, { body: { ...link, nric, code } })
}
