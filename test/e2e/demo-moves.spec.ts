import { expect } from '@playwright/test'
import type { Role } from '#contract/roles.ts'
import { pageList } from '#web/pages.ts'
import { test } from './own-admin.ts'
import { findMoves, watchMoves } from './watch-moves.ts'

/** `pages.spec.ts` visits all pages of a full house. One that is small or new has fewer halls, rows and counts, so other things could move. */
const visited = pageList.filter(({ path }) => !path.includes(':') && !['/logout', '/signup'].includes(path))

const pagesOf = (role: Role | undefined) =>
  visited.filter(({ access }) => (role ? access !== 'public' && access.includes(role) : access === 'public'))

/** Staff see all pages of witnesses. */
for (const role of [undefined, 'user', 'staff', 'admin'] as const)
  test(`the pages of a small house stay where they are while they load, for ${role ?? 'a visitor'}`, async ({
    page,
    signIn,
  }) => {
    if (role) await signIn(role)
    await watchMoves(page)
    /** Most staff sit at a desk, and a full house is visited at both widths. */
    for (const width of role === 'staff' || role === 'admin' ? [1280] : [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      for (const { path } of pagesOf(role)) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        expect.soft(await findMoves(page), `${path} at ${width} px`).toEqual([])
      }
    }
  })
