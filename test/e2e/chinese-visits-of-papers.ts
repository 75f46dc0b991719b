import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { chargeApi } from '#contract/charges/api.ts'
import { makeApproved } from '#test/appointment-factory.ts'
import { createCaller } from '#test/caller.ts'
import { makeUser, type Person } from '#test/factories.ts'
import { addHolder, makeRight } from '#test/right-factory.ts'
import { startSessionOf } from '#test/sign-in-without-password.ts'
import { makeUrn, moveTogether } from '#test/urn-factory.ts'
import type { Visit } from './chinese-visits.ts'
import type { OwnServer } from './own-server.ts'
import { signIn } from './own-server-test.ts'

const printed = (page: Page) => page.locator('[data-sheet] svg[role=img]').waitFor()
const refused = (page: Page) => page.locator('main [role=alert]:not(:empty)').first().waitFor()

/** What a family keeps on paper. On it, Chinese stands beside the English. */
export const visitsOfPapers: Visit[] = [
  { name: 'receipt', path: '/receipt', prepare: preparePaid, visit: printed },
  { name: 'no receipt', path: '/receipt', prepare: prepareNobody, visit: refused },
  { name: 'bill', path: '/bill/', names: ['What', 'Quantity', 'GST', 'Amount'], prepare: prepareBill, visit: printed },
  { name: 'no bill', path: '/bill/', prepare: prepareNoBill, visit: refused },
  {
    name: 'statement',
    path: '/statement/',
    names: ['Date', 'What', 'Charged', 'Paid or credited'],
    prepare: prepareStatement,
    visit: printed,
  },
  { name: 'deed on paper', path: '/rights/', names: ['陳亞九'], prepare: prepareDeed, visit: printed },
  {
    name: 'placement certificate',
    path: '/placement-certificate',
    names: ['陳亞九'],
    prepare: preparePlaced,
    visit: printed,
  },
  { name: 'no placement', path: '/placement-certificate', prepare: preparePaid, visit: refused },
]

async function signInClerk({ app, context }: Pick<OwnServer, 'app' | 'context'>) {
  const { userID } = await makeUser(context, { role: 'staff' })
  return createCaller(app, await startSessionOf(app, userID))
}

/** Their email address is short and has no letters, which would look like words. */
const makeFamily = (server: OwnServer) =>
  makeUser(server.context, { email: `${Math.random().toFixed(12).slice(2)}@test.example` })

async function makeSignedIn(server: OwnServer, page: Page): Promise<Person> {
  const person = await makeFamily(server)
  await signIn(page, server, person)
  return person
}

async function preparePaid(server: OwnServer, page: Page) {
  const { bookingID } = await makeApproved(server.context, await makeSignedIn(server, page))
  return `&bookingID=${bookingID}`
}

async function prepareNobody(server: OwnServer, page: Page) {
  await makeSignedIn(server, page)
  return '&bookingID=B-00000000'
}

async function prepareNoBill(server: OwnServer, page: Page) {
  await makeSignedIn(server, page)
  return 'COL-999999'
}

/** A booking with a charge that was paid at the counter. Returns the number of the bill too. */
async function makeBill(server: OwnServer, page: Page) {
  const { bookingID } = await makeApproved(server.context, await makeSignedIn(server, page))
  const clerk = await signInClerk(server)
  const chargeID = randomUUID()
  const charge = { text: 'Tan Mei Ling', taxCategory: 'standard', amount: '80.00', reason: 'At the counter' } as const
  await clerk.call(chargeApi.addFree, { body: { ...charge, chargeID, bookingID } })
  const payment = { paymentMethod: 'Cash', amount: '80.00' } as const
  await clerk.call(chargeApi.record, { body: { ...payment, bookingID, chargeIDs: [chargeID] } })
  const { body } = await clerk.call(chargeApi.ofBooking, { params: { bookingID } })
  return { bookingID, number: body.find((each) => each.chargeID === chargeID)?.billNumber ?? '' }
}

async function prepareBill(server: OwnServer, page: Page) {
  return (await makeBill(server, page)).number
}

async function prepareStatement(server: OwnServer, page: Page) {
  return (await makeBill(server, page)).bookingID
}

async function prepareDeed(server: OwnServer, page: Page) {
  const { number, rightID } = await makeRight(server.context, await makeSignedIn(server, page))
  await addHolder(server.context, rightID, 'Tan Ah Kow 陳亞九')
  return `${number}/deed`
}

async function preparePlaced(server: OwnServer, page: Page) {
  const [first, second] = [await signInClerk(server), await signInClerk(server)]
  const urn = await makeUrn(server.context, first, { person: { beneficiaryName: 'Tan Ah Kow 陳亞九' } })
  await moveTogether(urn, 'place', [first, second])
  await signIn(page, server, urn.owner)
  return `&bookingID=${urn.bookingID}`
}
