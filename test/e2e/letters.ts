import { expect, type Page } from '@playwright/test'

/** The path of the link to this page in the newest letter to this address. */
export const mailedLink = (page: Page, to: string, path: string) =>
  mailed(page, to, new RegExp(`${path}(\\?token=|#)\\S+`))

/** The code in the newest letter with one to this address, as it stands there. */
export const mailedCode = (page: Page, to: string) => mailed(page, to, /\b\d{3} \d{3}\b/)

/** Waits, because some letters are written after the reply. */
async function mailed({ request }: Page, to: string, what: RegExp): Promise<string> {
  let found = ''
  await expect(async () => {
    const letters: { to: string; text: string }[] = await (await request.get('/api/demo/mail')).json()
    const matches = letters.filter((letter) => letter.to === to).map(({ text }) => what.exec(text)?.[0])
    found = matches.find(Boolean) ?? ''
    expect(found).not.toBe('')
  }).toPass()
  return found
}
