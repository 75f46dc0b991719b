import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { copiedFrom, sweepWidths } from './sweep-widths.ts'

/** Each part is broken in a way of its own, and most only at some widths. */
const brokenPage = `<!doctype html>
  <style>
    body { margin: 0; font: 16px/20px monospace }
    div, p { margin: 0; padding: 0 }
    @media (700px <= width < 720px) { .wide { width: 900px } }
    .narrow { width: 200px; overflow-wrap: anywhere }
    @media (900px <= width < 920px) { .narrow { width: 40px } }
    .card { container-type: inline-size; overflow: hidden }
    .card table { width: 100% }
    @container (1000px <= width < 1020px) { .card table { width: 1040px } }
    @media (1100px <= width < 1120px) { .over { margin-top: -20px } }
    dialog { width: 200px }
    @media (1200px <= width < 1220px) { dialog p { width: 40px; overflow-wrap: anywhere } }
    .scripted { width: 40px; overflow-wrap: anywhere }
    @media (1140px <= width < 1160px) { .code, .name { width: 90px } .name, .day { text-indent: 65px } .day { width: 130px } select { width: 80px } }
    .large { font-size: 1rem; line-height: 1.25; width: 160px; overflow-wrap: anywhere }
  </style>
  <div class="wide">wide</div>
  <p class="narrow">crematorium</p>
  <div class="card"><table><caption>Urns</caption><tr><td><div class="day">26 Nov 2026</div></td></tr></table></div>
  <p>below</p><p class="over">above</p>
  <p id="changing">same</p>
  <p class="code">the TH-A-B</p><p class="code">at SGD 3.00</p><p class="name">陳美玲</p>
  <select><option>Reserved for me</option></select>
  <p class="large">cremation</p>
  <dialog><p>columbarium</p></dialog>`

test('a page that is broken at one width of the sweep: each kind of breakage is found where it is', async ({
  page,
}) => {
  await page.setContent(brokenPage)
  await page.evaluate(() => {
    document.querySelector('dialog')?.showModal()
    const phone = matchMedia('(width < 768px)')
    const change = () => {
      const text = document.querySelector('#changing')
      text?.classList.toggle('scripted', !phone.matches)
      if (text) text.textContent = phone.matches ? 'same' : 'beneficiary'
    }
    phone.addEventListener('change', change)
    change()
  })
  const from768 = Array.from({ length: 43 }, (_, at) => 768 + 16 * at).join(', ')
  expect((await sweepWidths(page)).sort()).toEqual([
    '"26 Nov 2026" is broken: at 1152',
    '"SGD 3.00" is broken: at 1152',
    '"TH-A-B" is broken: at 1152',
    '"below" and "above" are on top of each other: at 1104',
    'the page scrolls sideways: at 704',
    'the select "Reserved for me" is cut: at 1152',
    'the table "Urns" is wider than its place: at 1008',
    `the word "beneficiary" is broken: at ${from768}, 1280 with large text`,
    'the word "columbarium" is broken: at 1200, 1216',
    'the word "cremation" is broken: at 390 with large text, 1280 with large text',
    'the word "crematorium" is broken: at 912',
    'the word "陳美玲" is broken: at 1152',
  ])
})

test('scripts that ask for a width: the sweep copies the page again at each of these widths', () => {
  const asked = readdirSync('web', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .flatMap((name) => [...readFileSync(`web/${name}`, 'utf8').matchAll(/useMediaQuery\('.*?width < (\d+)rem/g)])
  expect([...new Set(asked.map(([, rem]) => Number(rem) * 16))].sort((one, other) => one - other)).toEqual(
    copiedFrom.slice(1),
  )
})
