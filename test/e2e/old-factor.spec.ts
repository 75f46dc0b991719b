import { expect, type Page, test as plainTest } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { bookingApi } from '#contract/bookings/api.ts'
import { cashUpApi } from '#contract/cash-up/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { urnApi } from '#contract/urns/api.ts'
import { bookUnpaid } from '#test/booking-forms.ts'
import { makeNiche, makeUser, type Person } from '#test/factories.ts'
import { callAs } from '#test/sign-in-without-password.ts'
import { confirmation, makeUrn } from '#test/urn-factory.ts'
import { lookAt } from './look-at.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { type SignIns, signIns } from './own-server-test.ts'
import { confirm, fillCompare, isRecorded, newName, scan } from './urn-steps.ts'

/** The server of a house, which asks for a recent second factor. */
const test = plainTest.extend<SignIns, { server: OwnServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that this one needs from the pattern.
    async ({}, use) => {
      const server = await startOwnServer()
      server.context.config.mode = 'production'
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  ...signIns,
})

const secret = new Secret().base32
const phone = { viewport: { width: 390, height: 844 } }
const makeMember = ({ context }: OwnServer, role: Person['role']) => makeUser(context, { role, totpSecret: secret })
const ageFactor = ({ advanceTime }: OwnServer) => advanceTime(16 * 60_000)
const askedAgain = (page: Page) => page.getByRole('dialog', { name: 'Enter a code again' })

async function enterCode(page: Page, { context }: OwnServer) {
  const token = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: context.clock().getTime() })
  await askedAgain(page).getByLabel('6-digit code or recovery code').fill(token)
  await askedAgain(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(askedAgain(page)).toHaveCount(0)
}

test('what the second person has chosen at the wall stays when a code is asked for, also if the dialog is closed first', async ({
  server,
  openAs,
}) => {
  const clerk = await callAs(server.app, await makeUser(server.context, { role: 'staff' }))
  const page = await openAs(await makeMember(server, 'staff'), phone)
  ageFactor(server)
  const person = { beneficiaryName: 'Tan Siew Hong', dateOfDeath: '2026-01-31' }
  const urn = await makeUrn(server.context, clerk, { person })
  await clerk.call(urnApi.confirm, { body: confirmation(urn, 'place') })

  await scan(page, urn)
  await fillCompare(page, { ...urn, contactNumber: '', beneficiaryName: urn.name })
  await confirm(page)
  await askedAgain(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('This needs a more recent one.')).toBeVisible()
  await expect(page.getByRole('radio', { name: urn.name, exact: true })).toBeChecked()
  await expect(page.getByRole('radio', { name: '31 Jan 2026', exact: true })).toBeChecked()
  await lookAt(page, 'the wall without a recent code')
  await confirm(page)
  await expect(askedAgain(page)).toBeVisible()
  await lookAt(page, 'a code is asked for at the wall')
  await enterCode(page, server)
  await isRecorded(page)
})

test('a note on a stopped move stays when a code is asked for, and of an admin who took part it waits for somebody else', async ({
  server,
  openAs,
}) => {
  const clerk = await callAs(server.app, await makeUser(server.context, { role: 'staff' }))
  const [apart, involved] = [await makeMember(server, 'admin'), await makeMember(server, 'admin')]
  const stop = async (first: Person) => {
    const urn = await makeUrn(server.context, clerk, { person: { beneficiaryName: newName() } })
    const caller = await callAs(server.app, first)
    await caller.call(urnApi.confirm, { body: confirmation(urn, 'place', { name: 'Goh Bee Choo' }) })
    return urn.tag
  }
  const tags = [await stop(clerk.person), await stop(involved)] as const
  const rowOf = (page: Page, tag: string) =>
    page.getByRole('table', { name: 'Stopped moves of urns' }).getByRole('row').filter({ hasText: tag })
  const settle = async (page: Page, tag: string) => {
    await page.goto('/admin-dashboard')
    await rowOf(page, tag).getByRole('button', { name: 'Settle' }).click()
    await page.getByLabel('What you found').fill('The label was read wrongly.')
    await page.getByRole('button', { name: 'Settle', exact: true }).last().click()
  }

  const page = await openAs(apart, phone)
  ageFactor(server)
  await settle(page, tags[0])
  await askedAgain(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('What you found')).toHaveValue('The label was read wrongly.')
  await page.getByRole('button', { name: 'Settle', exact: true }).last().click()
  await enterCode(page, server)
  await expect(rowOf(page, tags[0])).toHaveCount(0)

  const other = await openAs(involved)
  await settle(other, tags[1])
  await expect(other.getByText('This waits until somebody who took no part in it confirms it.').first()).toBeVisible()
  await expect(rowOf(other, tags[1])).toContainText('You wrote: The label was read wrongly.')
  await lookAt(other, 'a stopped move waits for somebody who took no part')
})

test('a cash-up is signed and a refund recorded after the code, without beginning again', async ({
  server,
  openAs,
}) => {
  const { app, context } = server
  const clerk = await callAs(app, await makeUser(context, { role: 'staff' }))
  const family = await callAs(app, await makeUser(context))
  const { bookingID, paymentID } = await bookUnpaid(context, family)
  await clerk.call(paymentApi.update, { body: { bookingID, paymentMethod: 'Cash' } })
  const { through, lines } = (await clerk.call(cashUpApi.drawer)).body
  const counted = lines.map(({ payments, ...line }) => ({ ...line, counted: line.expected }))
  await clerk.call(cashUpApi.close, { body: { through: through ?? 0, lines: counted } })
  await clerk.call(bookingApi.deny, { body: { to: family.person.email, reason: 'Not readable', bookingID } })

  const page = await openAs(await makeMember(server, 'staff'), phone)
  await page.goto('/cash-up')
  ageFactor(server)
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await askedAgain(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('This needs a more recent one.').first()).toBeVisible()
  await lookAt(page, 'a cash-up without a recent code')
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await enterCode(page, server)
  await expect(page.getByText('waits for a signature')).toHaveCount(0)

  ageFactor(server)
  await page.goto('/dashboard')
  const refund = page.getByRole('row').filter({ hasText: paymentID })
  await refund.getByRole('button', { name: 'Mark as given' }).click()
  await page.getByRole('button', { name: 'Yes, it was given back' }).click()
  await enterCode(page, server)
  await expect(page.getByText('Refund recorded.')).toBeVisible()
})

test('a draft of a register is checked, and prices are changed, after the code, without beginning again', async ({
  server,
  openAs,
}) => {
  const { blockID } = await makeNiche(server.context)
  const page = await openAs(await makeMember(server, 'admin'))
  ageFactor(server)
  await page.goto('/registers')
  const text = 'building,level,block,code,column,row,price,status\nSt Anne,1,E,SA-1,1,1,1200,Available'
  const file = { name: 'niches.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await askedAgain(page).getByRole('button', { name: 'Cancel' }).click()
  await lookAt(page, 'a draft of a register without a recent code')
  await page.getByRole('button', { name: 'Check again' }).click()
  await enterCode(page, server)
  await expect(page.getByText('No problems. New: 1 niche, 0 people.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'What each block gets' })).toContainText('St Anne, level 1, block E')

  ageFactor(server)
  await page.goto(`/halls?block=${blockID}`)
  await page.getByRole('button', { name: 'Select the whole block' }).click()
  await page.getByLabel('Value').fill('5')
  await page.getByRole('button', { name: 'Change prices' }).click()
  await askedAgain(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Value')).toHaveValue('5')
  await page.getByRole('button', { name: 'Change prices' }).click()
  await enterCode(page, server)
  await expect(page.getByText('The price of 1 niche has been changed.')).toBeVisible()
  await expect(page.getByRole('gridcell', { name: /SGD 3,990\.00/ })).toHaveCount(1)
})
