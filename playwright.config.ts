import { readdirSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { shuffle } from './scripts/shuffle.mjs'
import { findChromium } from './scripts/system-tools.mjs'

/** The browser stays in this machine: nothing it does by itself may reach for the network. */
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
]

export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/demo-server.ts',
  outputDir: 'test-results',
  reporter: [['list']],
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  ...inOrderOf(process.env.E2E_SEED),
  use: {
    browserName: 'chromium',
    ...(process.env.E2E_URL ? { baseURL: process.env.E2E_URL } : {}),
    launchOptions: { args: quiet, ...executable() },
    locale: 'en-SG',
    timezoneId: 'Asia/Singapore',
    screenshot: 'only-on-failure',
  },
})

function executable() {
  const executablePath = findChromium()
  return executablePath ? { executablePath } : {}
}

/** Files run in the order of their names, unless a seed is given: then each is a project of its own, and those run as listed. */
function inOrderOf(seed?: string) {
  if (!seed) return {}
  const files = readdirSync('test/e2e').filter((name) => name.endsWith('.spec.ts'))
  return { projects: shuffle(files.sort(), Number(seed)).map((name) => ({ name, testMatch: `**/${name}` })) }
}
