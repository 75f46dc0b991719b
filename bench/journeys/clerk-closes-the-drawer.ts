import type { CountedPage } from './counted-page.ts'

/** A clerk counts what the counter took, without a difference, and a second person signs. Both are counted together. */
export async function closeTheDrawer(clerk: CountedPage, second: CountedPage) {
  const { page } = clerk
  await clerk.open('/cash-up')
  for (const group of await (await seen(clerk)).all()) {
    const expected = (await group.getByText(/^Expected: /).textContent()) ?? ''
    const field = group.getByRole('textbox').first()
    if ((await field.inputValue()) === '') await clerk.fill(field, /SGD ([\d,]+\.\d\d)/.exec(expected)?.[1] ?? '')
  }
  await clerk.tap(page.getByRole('button', { name: 'Close the drawer' }))
  await clerk.see(page.getByText('waits for').first())
  await second.open('/cash-up')
  await second.tap(second.page.getByRole('button', { name: /^Sign/ }).first())
}

async function seen(clerk: CountedPage) {
  const groups = clerk.page.getByRole('form', { name: 'Count of the drawer' }).getByRole('group')
  await clerk.see(groups)
  return groups
}
