import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startServer } from '../scripts/start-test-server.mjs'
import { findChromium } from '../scripts/system-tools.mjs'
import type { Bench } from './harness/bench.ts'

interface Report {
  categories: Record<'performance' | 'accessibility' | 'best-practices' | 'seo', { score: number }>
  audits: Record<
    'cumulative-layout-shift' | 'largest-contentful-paint' | 'total-blocking-time',
    { numericValue: number }
  >
}

const pages = { landing: '/', login: '/login', register: '/register' }
const rounds = 3

/** Runs Lighthouse as a phone on a slow network on the public pages; each figure is the median of three rounds. */
export const bench: Bench = async ({ figure }) => {
  const server = await startServer()
  try {
    for (const [name, path] of Object.entries(pages)) {
      const reports: Report[] = []
      for (let round = 0; round < rounds; round++) reports.push(await measure(server.url + path))
      for (const category of ['performance', 'accessibility', 'best-practices', 'seo'] as const) {
        const score = median(reports.map(({ categories }) => categories[category].score))
        figure(`web.${name}_${category.replace('-', '_')}`, Math.round(score * 100))
      }
      figure(
        `web.${name}_cls`,
        round3(median(reports.map(({ audits }) => audits['cumulative-layout-shift'].numericValue))),
      )
      figure(
        `web.${name}_lcp_ms`,
        Math.round(median(reports.map(({ audits }) => audits['largest-contentful-paint'].numericValue))),
      )
    }
  } finally {
    await server.stop()
  }
}

/** Sometimes the browser records nothing and Lighthouse fails; then try again. */
async function measure(url: string, tries = 3): Promise<Report> {
  return lighthouse(url).catch((error: unknown) => {
    if (tries === 1) throw error
    console.log(`Lighthouse failed on ${url}; trying again.`)
    return measure(url, tries - 1)
  })
}

async function lighthouse(url: string): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    'node_modules/.bin/lighthouse',
    [
      url,
      '--output=json',
      '--quiet',
      '--no-enable-error-reporting',
      '--max-wait-for-load=20000',
      '--chrome-flags=--headless=new --no-sandbox --disable-quic --disable-background-networking --disable-sync --no-first-run',
    ],
    { env: { ...process.env, CHROME_PATH: findChromium() }, maxBuffer: 64_000_000 },
  )
  return JSON.parse(stdout)
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const round3 = (value: number) => Math.round(value * 1000) / 1000
