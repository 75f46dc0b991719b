import { expect, test } from '@playwright/test'
import { findMoves, watchMoves } from './watch-moves.ts'

/** Two cards are shown as their replies come: the first has room that was kept for it, or pushes the second down. */
const pageWith = (room: string) => `<!doctype html>
  <style>body { margin: 0 } p { margin: 0; height: 200px } #kept { min-height: ${room} }</style>
  <div id="kept"></div><div id="rest"></div>
  <script>
    const add = (id, text) => document.getElementById(id).append(Object.assign(document.createElement('p'), { textContent: text }))
    fetch('/second').then(() => add('rest', 'second'))
    fetch('/first').then(() => add('kept', 'first'))
  </script>`

test('a page whose cards come one after the other: what moves is found, also if both replies are there at once', async ({
  page,
}) => {
  await page.route('https://moving.example/**', (route) => {
    const { pathname } = new URL(route.request().url())
    const room = pathname.match(/^\/room-(.*)$/)?.[1]
    return route.fulfill(room ? { contentType: 'text/html', body: pageWith(room) } : { json: {} })
  })
  await watchMoves(page)
  await page.goto('https://moving.example/room-0px')
  await expect(page.getByText('first')).toBeVisible()
  expect(await findMoves(page)).toEqual([expect.stringContaining('"second" from 0, 0 to 0, 200')])
  await page.goto('https://moving.example/room-200px')
  await expect(page.getByText('first')).toBeVisible()
  expect(await findMoves(page)).toEqual([])
})
