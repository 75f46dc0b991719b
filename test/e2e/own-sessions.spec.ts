import { type Browser, expect, type Page, test as plainTest } from '@playwright/test'
import { accessibilityViolations } from './axe.ts'
import { confirmWithPassword, proofDialog } from './confirm-owner.ts'
import { lookAt } from './look-at.ts'
import { signInAsNewApplicant, signInWithRecoveryCode } from './new-applicant.ts'

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) Version/26.1 Mobile/15E148 Safari/604.1'
const tablet = 'Mozilla/5.0 (Android 16; Tablet; rv:145.0) Gecko/145.0 Firefox/145.0'

/** A new applicant at `page`, and the same person signed in on a phone and a tablet. */
const test = plainTest.extend<{ elsewhere: { email: string; password: string; phone: Page; tablet: Page } }>({
  elsewhere: async ({ page, browser }, use) => {
    const person = await signInAsNewApplicant(page)
    const signedIn = async (userAgent: string) => {
      const other = await openAs(browser, userAgent)
      await signInWithRecoveryCode(other.request, person)
      return other
    }
    const others = { phone: await signedIn(iPhone), tablet: await signedIn(tablet) }
    await use({ email: person.email, password: person.password, ...others })
    await others.phone.context().close()
    await others.tablet.context().close()
  },
})

const openAs = async (browser: Browser, userAgent: string) =>
  (await browser.newContext({ userAgent, storageState: { cookies: [], origins: [] } })).newPage()

const sessionsOn = (page: Page) => page.getByRole('listitem').filter({ hasText: 'First seen' })
const isSignedIn = async (page: Page) => (await page.request.get('/api/user/me')).ok()

test('Profile lists where the user is signed in, and ends one session by keyboard', async ({ page, elsewhere }) => {
  await page.goto('/profile')
  const rows = sessionsOn(page)
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('This browser')
  await expect(rows.first()).toContainText('This network, 127.0.0.1')
  await expect(rows.first().getByRole('button')).toHaveCount(0)
  await expect(rows.filter({ hasText: 'Firefox on Android' })).toHaveCount(1)
  expect(await accessibilityViolations(page)).toEqual([])

  const button = page.getByRole('button', { name: 'End session of Safari on iPhone' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(proofDialog(page)).toBeVisible()
  await lookAt(page, 'password in the call')
  await confirmWithPassword(page, elsewhere.password)
  await expect(page.getByText('Session ended.')).toBeVisible()
  await expect(rows).toHaveCount(2)
  await expect(button).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeFocused()
  expect([await isSignedIn(elsewhere.phone), await isSignedIn(elsewhere.tablet)]).toEqual([false, true])
  await elsewhere.phone.goto('/my-bookings')
  await expect(elsewhere.phone.getByRole('heading', { level: 1 })).toHaveText('Unauthorized')
})

test('each new device is told by mail with a link to Profile, the browser of the registration is not; Profile ends all other sessions and keeps this one', async ({
  page,
  elsewhere,
}) => {
  type Mail = { to: string; subject: string; text: string }
  await expect(async () => {
    const mails: Mail[] = await (await page.request.get('/api/demo/mail')).json()
    const mine = mails.filter(({ to, subject }) => to === elsewhere.email && subject.startsWith('A new device'))
    const devices = mine.map(({ text }) => /Device:?\s+(.+)/.exec(text)?.[1])
    expect(devices.sort()).toEqual(['Firefox on Android', 'Safari on iPhone'])
    expect(mine[0]?.text).toContain('/profile')
  }).toPass()

  await page.goto('/profile')
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  await confirmWithPassword(page, elsewhere.password)
  await expect(page.getByText('All other sessions ended.')).toBeVisible()
  await expect(sessionsOn(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: /End/ })).toHaveCount(0)
  const signedIn = [page, elsewhere.phone, elsewhere.tablet].map(isSignedIn)
  expect(await Promise.all(signedIn)).toEqual([true, false, false])
})
