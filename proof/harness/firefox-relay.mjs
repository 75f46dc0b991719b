#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import WebSocket, { WebSocketServer } from 'ws'

/**
 * Starts the Firefox that the environment names, and passes messages between it and Playwright. It answers the command
 * for the colour scheme itself: Debian's Firefox does not know it, and without an answer no page opens.
 */
const unknownCommand = 'emulation.setMediaFeaturesOverride'
const announcement = 'WebDriver BiDi listening on '

const firefox = spawn(process.env.FIREFOX ?? 'firefox-esr', process.argv.slice(2), {
  stdio: ['inherit', 'inherit', 'pipe'],
})
firefox.on('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => firefox.kill(signal))

createInterface({ input: firefox.stderr }).on('line', (line) => {
  if (!line.startsWith(announcement)) return console.error(line)
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 }, () =>
    console.error(`${announcement}ws://127.0.0.1:${server.address().port}`),
  )
  server.on('connection', (playwright, { url }) =>
    relay(playwright, new WebSocket(line.slice(announcement.length) + url)),
  )
})

function relay(playwright, browser) {
  const opened = new Promise((resolve) => browser.once('open', resolve))
  playwright.on('message', async (data) => {
    const { id, method } = JSON.parse(data)
    if (method === unknownCommand) return playwright.send(JSON.stringify({ type: 'success', id, result: {} }))
    await opened
    browser.send(String(data))
  })
  browser.on('message', (data) => playwright.send(String(data)))
  browser.on('close', () => playwright.close())
  playwright.on('close', () => browser.close())
}
