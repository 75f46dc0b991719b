import { readdirSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { shuffle } from './scripts/shuffle.mjs'
import { findTestBrowser } from './scripts/system-tools.mjs'

/** Turns off the browser's own background requests, so that tests use no network. */
const offlineArgs = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
]

/** Without a graphics card, imitating one costs an eighth of the processor time of a run. A page lives too briefly for optimised code to pay. */
const cheaperArgs = ['--disable-gpu', '--js-flags=--no-opt --no-maglev']

export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/demo-server.ts',
  outputDir: 'test-results',
  reporter: [['list']],
  // One more than the cores that we plan for, because a test also waits: for a time to pass, for a server to start.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // Long enough for a machine on which ten others work: no test may fail because of its speed.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  ...inOrderOf(process.env.E2E_SEED),
  use: {
    browserName: 'chromium',
    ...(process.env.E2E_URL ? { baseURL: process.env.E2E_URL } : {}),
    launchOptions: { args: [...offlineArgs, ...cheaperArgs], ...executable() },
    locale: 'en-SG',
    timezoneId: 'Asia/Singapore',
    screenshot: 'only-on-failure',
    // What fades in has too little contrast for a moment, and painting each step takes processor time.
    contextOptions: { reducedMotion: 'reduce' },
    // A click on something that is covered would otherwise wait for as long as its test may take.
    actionTimeout: 90_000,
  },
})

function executable() {
  const executablePath = findTestBrowser()
  return executablePath ? { executablePath } : {}
}

/** Files run in alphabetical order. With a seed each is its own project, because projects run in the order listed. */
function inOrderOf(seed?: string) {
  if (!seed) return {}
  const files = readdirSync('test/e2e').filter((name) => name.endsWith('.spec.ts'))
  return { projects: shuffle(files.sort(), Number(seed)).map((name) => ({ name, testMatch: `**/${name}` })) }
}
