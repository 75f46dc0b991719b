import { type BrowserContext, type Page, test as plainTest } from '@playwright/test'
import type { DemoAccount } from '#contract/accounts/demo-accounts.ts'
import { sessionOf } from './demo-sessions.ts'

export type OpenAs = (who?: DemoAccount) => Promise<Page>

/** `openAs` opens a separate browser context for a demo account, or for a visitor. All are closed with the test, so that none affects the next. */
export const test = plainTest.extend<{ openAs: OpenAs }>({
  openAs: async ({ browser }, use) => {
    const opened: BrowserContext[] = []
    await use(async (who) => {
      const context = await browser.newContext({ storageState: who ? sessionOf(who) : { cookies: [], origins: [] } })
      opened.push(context)
      return context.newPage()
    })
    await Promise.all(opened.map((context) => context.close()))
  },
})
