import { expect } from '@playwright/test'
import { visitsOfPapers } from './chinese-visits-of-papers.ts'
import { test } from './own-server-test.ts'

for (const { name, path, prepare, visit } of visitsOfPapers.filter(({ name }) => !name.startsWith('no ')))
  test(`${name} is printed on one A4 page in both languages, and for a reader of English only in English`, async ({
    page,
    server,
  }) => {
    const end = (await prepare?.(server, page)) ?? ''
    const address = path.endsWith('/') ? `${path}${end}?` : `${path}?${end}`
    await page.goto(`${address}&lang=zh-Hans`)
    await visit(page)
    const sheet = page.getByRole('article')
    await expect(sheet).toContainText('the English text governs. 如两种文字有出入，以英文为准。')
    const labels = await sheet.locator('dt').allTextContents()
    expect(labels.length).toBeGreaterThan(3)
    for (const label of labels) expect(label).toMatch(/^[A-Z][A-Za-z ]+ \p{Script=Han}+$/u)
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)

    await page.goto(`${address}&lang=en`)
    await visit(page)
    const text = (await sheet.textContent()) ?? ''
    expect(text.replaceAll('陳亞九', '')).not.toMatch(/\p{Script=Han}/u)
    expect(text).not.toContain('governs')
  })
