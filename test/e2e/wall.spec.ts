import { expect } from '@playwright/test'
import { accessibilityViolations } from './axe.ts'
import { dialog, hallNamed, openLine } from './halls-page.ts'
import { mapPath, placeOn, test } from './halls-server.ts'
import { takePictures } from './take-picture.ts'

test('an admin measures the rows of a block, and families read at which height a niche is', async ({
  openAs,
  halls,
}) => {
  const hall = await halls.publish({ rows: 8 })
  const admin = await openAs('admin')
  await admin.goto('/halls')
  const card = hallNamed(admin, hall.buildingName)
  await openLine(card, 'A')
  await card.getByRole('button', { name: 'Row heights of block A' }).click()
  const heights = dialog(admin, 'Row heights of block A')
  await heights.getByLabel('Lowest row above the floor, in cm').fill('30')
  await heights.getByRole('button', { name: 'Save' }).click()
  await expect(heights.getByText('Please enter both, or neither.')).toBeVisible()
  await heights.getByLabel('From one row to the next, in cm').fill('32')
  await heights.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('The heights have been saved.')).toBeVisible()

  const visitor = await openAs('user')
  await visitor.goto(`/explore${mapPath(hall)}`)
  await placeOn(visitor, '1-5').click()
  const panel = visitor.getByRole('region', { name: 'Chosen niche' })
  await expect(panel.getByRole('figure')).toHaveText(
    'The niche is about 142 cm above the floor, at the eyes of somebody who stands.',
  )
  await placeOn(visitor, '1-8').click()
  await expect(panel.getByRole('figure')).toContainText('about 46 cm above the floor, near the floor')
  expect(await accessibilityViolations(visitor)).toEqual([])
  await takePictures(visitor, 'wall-from-floor')
})

test('an admin adds a photograph of a hall, which visitors open larger below the map', async ({ openAs, halls }) => {
  const hall = await halls.publish()
  const admin = await openAs('admin')
  await admin.goto('/halls')
  await admin.getByRole('button', { name: `Photographs of ${hall.buildingName}` }).click()
  const photos = dialog(admin, `Photographs of ${hall.buildingName}`)
  await photos.getByRole('button', { name: 'Add a photograph' }).click()
  const adding = dialog(admin, 'Add a photograph')
  await adding.getByRole('button', { name: 'Save' }).click()
  await expect(adding.getByText('Please choose a photograph.')).toBeVisible()
  const notAPicture = { name: 'hall.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') }
  await adding.getByLabel('Photograph', { exact: true }).setInputFiles(notAPicture)
  await adding.getByLabel('It shows').selectOption('The light')
  await adding.getByLabel('In words').fill('The hall in the morning')
  await adding.getByRole('button', { name: 'Save' }).click()
  await expect(adding.getByText('Please choose a photograph.')).toBeVisible()
  await adding.getByLabel('Photograph', { exact: true }).setInputFiles('test/e2e/certificate.png')
  await adding.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('The photograph is added.')).toBeVisible()
  await expect(photos.getByText('The light: The hall in the morning')).toBeVisible()
  expect(await accessibilityViolations(admin)).toEqual([])
  await takePictures(admin, 'hall-photos')

  const visitor = await openAs('user')
  await visitor.goto(`/explore${mapPath(hall)}`)
  const strip = visitor.getByRole('list', { name: `Photographs of ${hall.buildingName}` })
  await strip.getByRole('button', { name: 'The hall in the morning' }).click()
  const large = dialog(visitor, 'The hall in the morning').getByRole('img')
  await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect(await accessibilityViolations(visitor)).toEqual([])
  await visitor.keyboard.press('Escape')
  await takePictures(visitor, 'photos-below-the-map')

  await photos.getByRole('button', { name: 'Remove The hall in the morning' }).click()
  await dialog(admin, 'Remove this photograph?').getByRole('button', { name: 'Remove' }).click()
  await expect(photos.getByText('The light: The hall in the morning')).toBeHidden()
})
