import type { CountedPage } from './counted-page.ts'

/** A clerk counts what the counter took, without a difference, and a second person signs. Both are counted together. */
export async function closeTheDrawer(clerk: CountedPage, second: CountedPage) {
  const { page } = clerk
  await clerk.open('/cash-up')
  const drawer: { lines: { method: string; expected: string }[] } = await (
    await page.request.get('/api/cash-up/drawer')
  ).json()
  const form = page.getByRole('form', { name: 'Count of the drawer' })
  await clerk.see(form)
  for (const { method, expected } of drawer.lines) {
    const field = form.getByLabel(`${method} counted`)
    if ((await field.inputValue()) === '') await clerk.fill(field, expected)
  }
  await clerk.tap(page.getByRole('button', { name: 'Close the drawer' }))
  await clerk.see(page.getByText('waits for').first())
  await second.open('/cash-up')
  await second.tap(second.page.getByRole('button', { name: /^Sign/ }).first())
}
