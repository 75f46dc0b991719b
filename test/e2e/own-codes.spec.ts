import { expect } from '@playwright/test'
import { importRegister } from '#server/registers/import-register.ts'
import { registerFilesOf } from '#test/register-files.ts'
import { accessibilityViolations } from './axe.ts'
import { findAllOverflows } from './find-overflows.ts'
import { test } from './own-admin.ts'
import { chooseBlock } from './select-block.ts'
import { takePictures } from './take-picture.ts'

test('the map of a house with codes of its own shows the code on each door, and no numbers of rows and columns', async ({
  admin,
  server,
}) => {
  const codes = ['E07', 'E08', 'E09', 'NORTH-0124', 'NORTH-0125', 'NORTH-0126']
  const rows = codes.map((code, at) => `St Anne,1,E,${code},${(at % 3) + 1},${Math.floor(at / 3) + 1},1200,Available`)
  const content = { niches: ['building,level,block,code,column,row,price,status', ...rows].join('\n') }
  await importRegister(server.context, registerFilesOf(content), { report: () => undefined })
  await admin.goto('/niche-management')
  await chooseBlock(admin, 'St Anne', '1', 'E')
  const grid = admin.getByRole('grid', { name: 'St Anne, level 1, block E' })
  await expect(grid.getByRole('gridcell')).toHaveText(codes)
  await expect(grid.getByRole('gridcell').first()).toHaveAccessibleName('E07, available, SGD 1,200.00')
  await expect(grid.locator('thead td')).toHaveText(['', '', ''])
  /** The rows have only their prices. */
  await expect(grid.locator('tbody td[aria-hidden]')).toHaveText(['1,200', '1,200'])
  await expect(admin.getByText('is the top row')).toHaveCount(0)
  await takePictures(admin, 'own codes')
  expect(await accessibilityViolations(admin)).toEqual([])
  expect(await findAllOverflows(admin)).toEqual([])
})
