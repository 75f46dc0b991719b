import { expect, type Page } from '@playwright/test'

/** The path of the link to this page in the newest letter to this address. Waits, because some letters are written after the reply. */
export async function mailedLink({ request }: Page, to: string, page: string): Promise<string> {
  let path = ''
  await expect(async () => {
    const letters: { to: string; text: string }[] = await (await request.get('/api/demo/mail')).json()
    const paths = letters
      .filter((letter) => letter.to === to)
      .map(({ text }) => new RegExp(`${page}(\\?token=|#)\\S+`).exec(text)?.[0])
    path = paths.find(Boolean) ?? ''
    expect(path).not.toBe('')
  }).toPass()
  return path
}
