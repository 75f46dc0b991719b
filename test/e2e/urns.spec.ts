import { writeFileSync } from 'node:fs'
import { expect, type Page, type Route } from '@playwright/test'
import { accessibilityViolations, contrastViolations } from './axe.ts'
import { bookAtCounter } from './counter-bookings.ts'
import { post } from './demo-sessions.ts'
import { findAllOverflows } from './find-overflows.ts'
import { reconnect } from './intercept-requests.ts'
import { type OpenAs, test } from './open-as.ts'
import { takePicture, takePictures } from './take-picture.ts'
import {
  compare,
  confirm,
  confirmAsFirst,
  confirmAsSecond,
  enterCollector,
  fillCompare,
  fillPapers,
  fillScan,
  isRecorded,
  isRefused,
  movesOf,
  newName,
  newWord,
  receiveUrn,
  scan,
  waitsForSecond,
} from './urn-steps.ts'

/** The clerk and the admin, each in their own browser, on phones. */
async function openBoth(openAs: OpenAs) {
  const [clerk, admin] = [await openAs('staff'), await openAs('admin')]
  for (const page of [clerk, admin]) await page.setViewportSize({ width: 390, height: 844 })
  return { clerk, admin }
}

test('two browsers place an urn together', async ({ openAs }) => {
  const { clerk, admin } = await openBoth(openAs)
  const urn = await receiveUrn(clerk.request)
  await scan(clerk, urn)
  await expect(clerk.getByRole('definition').filter({ hasText: urn.tag })).toBeVisible()
  expect(await accessibilityViolations(clerk)).toEqual([])
  await compare(clerk, urn)
  await waitsForSecond(clerk)

  await admin.goto('/urns')
  await expect(admin.getByText('confirmed by Kavitha Nair').first()).toBeVisible()
  await scan(admin, urn)
  await expect(admin.getByText('Kavitha Nair has confirmed this move')).toBeVisible()
  await compare(admin, urn)
  await isRecorded(admin)
  await isRecorded(clerk)
  await clerk.getByRole('link', { name: 'See the urn' }).click()
  await expect(clerk.getByText(`In niche ${urn.nicheCode}`).first()).toBeVisible()
  await expect(clerk.getByText('Kavitha Nair and Gerald Pereira')).toBeVisible()
})

test('a hand scanner types niche and tag without another touch, and the keyboard alone confirms the move', async ({
  openAs,
}) => {
  const clerk = await openAs('staff')
  const urn = await receiveUrn(clerk.request)
  await clerk.goto('/urn-check?event=place')
  await expect(clerk.getByLabel('Niche code')).toBeFocused()
  await clerk.keyboard.type(urn.nicheCode.toLowerCase())
  await clerk.keyboard.press('Enter')
  await expect(clerk.getByLabel('Tag of the urn')).toBeFocused()
  await clerk.keyboard.type(`https://columba.example/urn-check?tag=${urn.tag}`)
  await clerk.keyboard.press('Enter')
  await expect(clerk.getByRole('heading', { name: 'Place an urn' })).toBeFocused()
  await clerk.keyboard.press('Tab')
  await clerk.getByRole('radio', { name: urn.beneficiaryName, exact: true }).press('Space')
  await clerk.getByRole('radio', { name: '29 Feb 1940', exact: true }).press('Space')
  await clerk.keyboard.press('Enter')
  await waitsForSecond(clerk)
})

test('a mistyped tag and an unknown niche are errors at their fields; a wrong niche stops the move, and admins see it until one settles it', async ({
  openAs,
}) => {
  const { clerk, admin } = await openBoth(openAs)
  const [urn, other] = [await receiveUrn(clerk.request), await receiveUrn(clerk.request)]
  const mistyped = `${urn.tag.slice(0, -1)}${urn.tag.endsWith('A') ? 'C' : 'A'}`
  await scan(clerk, { tag: mistyped, nicheCode: urn.nicheCode })
  await expect(clerk.getByText('This is not the tag of an urn. Please check each character.')).toBeVisible()
  await scan(clerk, { tag: urn.tag, nicheCode: 'TH-0A-00-00' })
  await expect(clerk.getByText('No niche has this code.')).toBeVisible()
  await expect(clerk.getByLabel('Tag of the urn')).toHaveValue(urn.tag)

  await scan(clerk, { tag: urn.tag, nicheCode: other.nicheCode })
  await isRefused(clerk, 'Stop. This urn does not belong to this niche.')
  await admin.goto('/admin-dashboard')
  const row = admin.locator('tr').filter({ hasText: urn.tag })
  await row.getByRole('button', { name: 'Settle' }).click()
  await admin.getByLabel('What you found').fill('The clerk stood at the next niche.')
  await admin.getByRole('dialog').getByRole('button', { name: 'Settle' }).click()
  await expect(row).toHaveCount(0)
})

test('a wrong date stops the move on both screens, which say what to do', async ({ openAs }) => {
  const { clerk, admin } = await openBoth(openAs)
  const urn = await receiveUrn(clerk.request)
  await confirmAsFirst(clerk, urn)
  await scan(admin, urn)
  await admin.getByRole('radio', { name: urn.beneficiaryName, exact: true }).check()
  const dates = admin.getByRole('group', { name: 'Date of birth on the papers' })
  await expect(dates.getByRole('radio')).toHaveCount(5)
  await dates.locator('label').filter({ hasNotText: '29 Feb 1940' }).first().click()
  await confirm(admin)
  for (const page of [admin, clerk]) {
    const stop = page.getByRole('dialog', { name: 'Stop' })
    await expect(stop).toContainText('What you compared does not belong to this urn.')
    await expect(stop).toContainText('Take the urn back to the counter and read label and paper together.')
    await page.keyboard.press('Escape')
    await stop.getByRole('button', { name: 'We are at the counter' }).click()
    await expect(page.getByLabel('Tag of the urn')).toHaveValue('')
  }
})

test('a printed label opens the page that confirms a move, with its tag; there the camera of a phone reads it, and the niche is typed without its hyphens', async ({
  openAs,
  playwright,
  launchOptions,
  baseURL,
}, testInfo) => {
  const clerk = await openAs('staff')
  const urn = await receiveUrn(clerk.request)
  const video = testInfo.outputPath('label.mjpeg')
  writeFileSync(video, await filmLabel(clerk, urn))
  await clerk.goto(`/urn-check?tag=${urn.tag}`)
  await expect(clerk.getByLabel('Tag of the urn')).toHaveValue(urn.tag)
  await expect(clerk.getByLabel('Niche code')).toBeFocused()
  const camera = [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${video}`,
  ]
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), ...camera],
  })
  const phone = await browser.newPage({
    ...(baseURL && { baseURL }),
    viewport: { width: 390, height: 844 },
    permissions: ['camera'],
    storageState: await clerk.context().storageState(),
  })
  await phone.goto('/urn-check?event=place')
  await phone.getByRole('button', { name: 'Scan with the camera' }).click()
  await expect(phone.getByRole('heading', { name: 'Scan or type the niche' })).toBeFocused()
  await expect(phone.getByText(urn.tag, { exact: true })).toBeVisible()
  await takePicture(phone, 'urn-check-camera')
  expect(await accessibilityViolations(phone)).toEqual([])
  await phone.getByLabel('Niche code').fill(urn.nicheCode.replaceAll('-', ''))
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(phone.getByRole('group', { name: 'Name on the papers' })).toBeVisible()
  await browser.close()
})

/** One picture of the label, as a film of 640 by 480. */
async function filmLabel(page: Page, { tag }: { tag: string }) {
  await page.setViewportSize({ width: 640, height: 480 })
  await page.goto(`/urn-label/${tag}`)
  const code = page.getByRole('img', { name: 'QR code that opens this urn' })
  await expect(code).toBeVisible()
  await code.evaluate((element) => {
    document.documentElement.style.zoom = '2'
    element.scrollIntoView({ block: 'center' })
  })
  return page.screenshot({ type: 'jpeg' })
}

/** The server has done what was asked, but its answer is lost on the way back. */
async function loseAnswers(page: Page) {
  const lose = async (route: Route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort()
  }
  await page.route('**/api/urn/*', lose)
  return () => page.unroute('**/api/urn/*', lose)
}
const cannotBeReached = (page: Page) =>
  page.locator('form').getByRole('alert').filter({ hasText: 'Columba cannot be reached.' })

test('each request of a move whose answer is lost keeps what was entered, and the same button sends it again: one move', async ({
  openAs,
}) => {
  const { clerk, admin } = await openBoth(openAs)
  const urn = await receiveUrn(clerk.request)
  for (const page of [clerk, admin]) {
    await fillScan(page, urn, 'place')
    const backAtScan = await loseAnswers(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(cannotBeReached(page)).toBeVisible()
    await expect(page.getByLabel('Niche code')).toHaveValue(urn.nicheCode)
    await expect(page.getByLabel('Tag of the urn')).toHaveValue(urn.tag)
    await backAtScan()
    await page.getByRole('button', { name: 'Continue' }).click()

    await fillCompare(page, urn)
    const backAtCompare = await loseAnswers(page)
    await confirm(page)
    await expect(cannotBeReached(page)).toBeVisible()
    await expect(page.getByRole('radio', { name: urn.beneficiaryName, exact: true })).toBeChecked()
    await expect(page.getByRole('radio', { name: '31 Jan 2026', exact: true })).toBeChecked()
    await backAtCompare()
    await confirm(page)
    await (page === clerk ? waitsForSecond(page) : isRecorded(page))
  }
  await isRecorded(clerk)
  expect(await movesOf(clerk.request, urn)).toEqual(['receive', 'place'])
})

test('receiving and shelving an urn whose answer is lost are sent again with the same button: one move each', async ({
  openAs,
}) => {
  const clerk = await openAs('staff')
  const { bookingID, beneficiaryName } = await bookAtCounter(clerk.request)
  await post(clerk.request, '/api/booking/approve', { bookingID })
  await clerk.goto(`/booking-approval/${bookingID}`)
  await clerk.getByRole('button', { name: 'Receive the urn' }).click()
  await fillPapers(clerk, beneficiaryName)
  await clerk.getByLabel('Width in mm').fill('200')
  await clerk.getByLabel('Height in mm').fill('250')
  await takePictures(clerk, 'receive-urn')
  const received = await loseAnswers(clerk)
  const receive = clerk.getByRole('button', { name: 'Receive', exact: true })
  await receive.click()
  await expect(cannotBeReached(clerk)).toBeVisible()
  await expect(clerk.getByLabel('Width in mm')).toHaveValue('200')
  await received()
  await receive.click()
  await expect(clerk).toHaveURL(/\/urns\/U-/)

  await clerk.getByRole('button', { name: 'Put on a shelf' }).click()
  await clerk.getByLabel('Shelf', { exact: true }).fill('Store room, shelf 3')
  const shelved = await loseAnswers(clerk)
  await clerk.getByRole('button', { name: 'Save' }).click()
  await expect(cannotBeReached(clerk)).toBeVisible()
  await shelved()
  await clerk.getByRole('button', { name: 'Save' }).click()
  await expect(clerk.getByText('On shelf Store room, shelf 3').first()).toBeVisible()
  const tag = new URL(clerk.url()).pathname.slice('/urns/'.length)
  expect(await movesOf(clerk.request, { tag })).toEqual(['receive', 'shelve'])
})

test('while a placement waits for its second person, the page of the urn offers no other move; afterwards the booking leads to the urn instead of being archived or reopened', async ({
  openAs,
}) => {
  const { clerk, admin } = await openBoth(openAs)
  const urn = await receiveUrn(clerk.request)
  await confirmAsFirst(clerk, urn)
  for (const [page, links] of [
    [clerk, 0],
    [admin, 1],
  ] as const) {
    await page.goto(`/urns/${urn.tag}`)
    await expect(page.getByText('Waiting for a second person')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Place this urn' })).toHaveCount(links)
    await expect(page.getByRole('link', { name: 'Release this urn' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Put on a shelf' })).toHaveCount(0)
  }

  await confirmAsSecond(admin, urn)
  const reason = 'The urn is in the niche. Please take it out and release it first.'
  await clerk.goto(`/booking-approval/${urn.bookingID}`)
  await expect(clerk.getByRole('button', { name: 'Reopen' })).toBeDisabled()
  await expect(clerk.getByText(reason)).toBeVisible()
  await clerk.goto(`/search-booking?query=${urn.contactNumber}`)
  await expect(clerk.getByRole('button', { name: 'Archive & Free Niche' })).toBeDisabled()
  await expect(clerk.getByText(reason)).toBeVisible()
  await clerk.getByRole('link', { name: `Open urn ${urn.tag}` }).click()
  await expect(clerk.getByRole('link', { name: 'Take this urn out' })).toBeVisible()
})

test('a dialog of one urn is gone when the page goes back to another', async ({ openAs }) => {
  const clerk = await openAs('staff')
  const [first, second] = [await receiveUrn(clerk.request), await receiveUrn(clerk.request)]
  await clerk.goto(`/urns/${first.tag}`)
  await clerk.getByRole('button', { name: 'Change size' }).waitFor()
  await clerk.getByRole('button', { name: 'Quick find' }).click()
  const find = clerk.getByRole('dialog', { name: 'Quick find' })
  await find.getByRole('textbox').fill(second.tag)
  await find.getByRole('link', { name: second.tag, exact: true }).click()
  await expect(clerk).toHaveURL(`/urns/${second.tag}`)
  await expect(clerk.getByRole('heading', { level: 1 })).toContainText(second.tag)
  await clerk.getByRole('button', { name: 'Change size' }).click()
  await expect(clerk.getByRole('dialog')).toBeVisible()
  await clerk.goBack()
  await expect(clerk).toHaveURL(`/urns/${first.tag}`)
  await expect(clerk.getByRole('dialog')).toHaveCount(0)
})

test('a report of lost documents stays one, although a colleague reports the loss meanwhile', async ({ openAs }) => {
  const clerk = await openAs('staff')
  const urn = await receiveUrn(clerk.request)
  await clerk.goto(`/urns/${urn.tag}`)
  await clerk.getByRole('button', { name: 'Report the loss' }).click()
  const dialog = clerk.getByRole('dialog')
  await dialog.getByLabel('Note').fill('Her son called.')
  await post(clerk.request, '/api/urn/report-loss', { tag: urn.tag, note: 'A colleague was first.' })
  await reconnect(clerk)
  await expect(clerk.getByText('The documents were reported lost')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Report', exact: true })).toBeVisible()
})

test('an urn is released to the person whom both see; if it comes back, its size is still known', async ({
  openAs,
}) => {
  const { clerk, admin } = await openBoth(openAs)
  const urn = await receiveUrn(clerk.request)
  const size = { widthMm: '200', heightMm: '250', cremationNumber: '' }
  await post(clerk.request, '/api/urn/change', { tag: urn.tag, ...size })
  await scan(clerk, urn, 'release')
  await enterCollector(clerk, 'The holder is here')
  await compare(clerk, urn)
  await waitsForSecond(clerk)
  await scan(admin, urn, 'release')
  await expect(admin.getByText('To Tan Siew Hong, NRIC ending 567A.')).toBeVisible()
  await compare(admin, urn)
  await isRecorded(admin)

  await clerk.goto(`/urns/${urn.tag}`)
  await clerk.getByRole('button', { name: 'Receive it again' }).click()
  await expect(clerk.getByLabel('Width in mm')).toHaveValue('200')
  await fillPapers(clerk, urn.beneficiaryName)
  await clerk.getByRole('button', { name: 'Receive', exact: true }).click()
  await expect(clerk.getByText('200 by 250 mm')).toBeVisible()
  await expect(clerk.getByText('At the counter').first()).toBeVisible()
})

test('an unknown tag has no page and no label', async ({ openAs }) => {
  const clerk = await openAs('staff')
  for (const path of ['/urns/U-22222222', '/urn-label/U-22222222']) {
    await clerk.goto(path)
    await expect(clerk.getByText('No urn has this tag.')).toBeVisible()
  }
})

test('each step of a move fits every width in both themes and is accessible; the comparison shows a person with nearly the same name, with place and dates', async ({
  openAs,
}) => {
  const clerk = await openAs('staff')
  const name = `${newName()} ${newWord()}`
  const [first, ...rest] = name.split(' ')
  const [urn, other] = [
    await receiveUrn(clerk.request, name),
    await receiveUrn(clerk.request, `${rest.join('-')} ${first}`.toUpperCase()),
  ]
  const steps: Record<string, () => Promise<void>> = {
    stopped: async () => {
      await scan(clerk, { tag: urn.tag, nicheCode: other.nicheCode })
      await isRefused(clerk, 'Stop.')
    },
    collector: async () => {
      await scan(clerk, urn, 'release')
      await clerk.getByRole('button', { name: 'Continue' }).click()
      await expect(clerk.getByText('Please enter the name of the person who collects the urn.')).toBeVisible()
    },
    compare: async () => {
      await scan(clerk, urn)
      const person = clerk.getByRole('listitem').filter({ hasText: other.beneficiaryName })
      await expect(person).toContainText(other.nicheCode)
      await expect(person).toContainText(/level \d+, block .+ Born: 29 Feb 1940\. Died: 31 Jan 2026\./)
      await clerk.getByRole('radio', { name, exact: true }).check()
    },
    waiting: async () => {
      await compare(clerk, { ...urn, beneficiaryName: name })
      await waitsForSecond(clerk)
    },
  }
  for (const [step, goThere] of Object.entries(steps)) {
    await goThere()
    for (const width of [1280, 390, 320]) {
      await clerk.setViewportSize({ width, height: 844 })
      await takePicture(clerk, `urn-check-${step}-${width}`, { fullPage: true })
      expect(await findAllOverflows(clerk), `${step}, ${width} px`).toEqual([])
    }
    expect(await accessibilityViolations(clerk), step).toEqual([])
    await clerk.emulateMedia({ colorScheme: 'dark' })
    expect(await contrastViolations(clerk), `${step}, dark`).toEqual([])
    await clerk.emulateMedia({ colorScheme: 'light' })
  }
})
