import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startServer } from '../scripts/start-test-server.mjs'
import { findChromium } from '../scripts/system-tools.mjs'
import type { Bench } from './harness/bench.ts'

interface Report {
  categories: Record<'performance' | 'accessibility' | 'best-practices' | 'seo', { score: number }>
  audits: Record<'cumulative-layout-shift' | 'largest-contentful-paint', { numericValue: number }>
}

const pages = { landing: '/', login: '/login', register: '/register' } as const
const rounds = 3

/** Runs Lighthouse as a phone on a slow network on the public pages. Of the scores that seldom differ, the worst page counts. */
export const bench: Bench = async ({ figure }) => {
  const server = await startServer()
  try {
    for (let round = 0; round < rounds; round++) {
      const reports: Report[] = []
      for (const [name, path] of Object.entries(pages) as [keyof typeof pages, string][]) {
        const report = await measure(server.url + path)
        const { audits, categories } = report
        reports.push(report)
        figure(`web.${name}_performance`, percent(categories.performance.score))
        console.log(`${name}: largest paint after ${Math.round(audits['largest-contentful-paint'].numericValue)} ms`)
      }
      const worst = (category: keyof Report['categories']) =>
        percent(Math.min(...reports.map(({ categories }) => categories[category].score)))
      figure('web.accessibility', worst('accessibility'))
      figure('web.best_practices', worst('best-practices'))
      figure('web.seo', worst('seo'))
      figure(
        'web.layout_shift',
        Math.max(...reports.map(({ audits }) => audits['cumulative-layout-shift'].numericValue)),
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

const percent = (score: number) => Math.round(score * 100)
