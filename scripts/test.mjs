import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findChangedFiles, findReachedTests } from './changed-tests.mjs'
import { ensureBuilt, ensureInstalled, requireNode, root } from './checkout.mjs'
import { embeddedTests } from './embedded-tests.mjs'
import { main, run, UserError } from './run.mjs'
import { shuffle } from './shuffle.mjs'
import { ensureTools, findForbidden, findPostgres, installProofTools } from './system-tools.mjs'
import { useMemoryFolder } from './use-memory-folder.mjs'

/**
 * `npm test`: runs all steps, the fastest first. `npm test -- types lint` runs only those; `npm test -- changed`, in about a minute,
 * what the files changed since main reach.
 */
requireNode()
main(async () => {
  await ensureInstalled({ everything: true })
  const wanted = process.argv.slice(2)
  const unknown = wanted.filter((each) => !steps.some(({ name }) => name === each))
  if (unknown.length > 0)
    throw new UserError(
      `There is no step ${unknown.join(', ')}. The steps are ${steps.map(({ name }) => name).join(', ')}.`,
    )
  const chosen = steps.filter(({ name, onRequest }) => (wanted.length === 0 ? !onRequest : wanted.includes(name)))
  if (chosen.some(({ tools }) => tools)) ensureTools({ forProofs: wanted.includes('proof') })
  useMemoryFolder()
  const leftOut = new Map()
  for (const { name, title, work } of chosen) {
    console.log(`\n== ${title}`)
    const start = Date.now()
    const reason = await work().catch((error) => {
      console.error(`\n${title}: failed.`)
      throw error
    })
    if (reason) leftOut.set(name, `!!! LEFT OUT: ${name}. ${reason}`)
    console.log(leftOut.get(name) ?? `== ${name} passed in ${Math.round((Date.now() - start) / 1000)} s`)
  }
  const passed = chosen.map(({ name }) => name).filter((name) => !leftOut.has(name))
  console.log([`\nPassed: ${passed.join(', ')}.`, ...leftOut.values()].join('\n'))
})

const bin = (name, args, env = {}) =>
  run(join(root, 'node_modules/.bin', name), args, { cwd: root, env: { ...process.env, ...env } })
/** Each checker of a project works out the types of the schemas anew, so one of them takes half the processor time of the usual four. */
const checkTypes = () => bin('tsc', ['-b', '--checkers', '1', '--builders', '2'])
const vitest = (project, env, files = []) => bin('vitest', ['run', '--project', project, ...files], env)
/** Keeps the transformed modules for the next run. By default they are in the temporary folder, which is new in each run. */
const playwright = (files = [], env = {}) =>
  bin('playwright', ['test', ...files], {
    PLAYWRIGHT_TRANSFORM_CACHE_DIR: join(root, 'node_modules/.cache/playwright'),
    ...env,
  })

const steps = [
  { name: 'types', title: 'Types', work: checkTypes },
  {
    name: 'lint',
    title: 'Lint, format and dead code',
    work: () => bin('biome', ['check', '.']).then(() => bin('knip', [])),
  },
  { name: 'unit', title: 'Unit tests', work: unitTests },
  {
    name: 'embedded',
    title: 'Server tests on the embedded database',
    work: () => vitest('server', { TEST_ENGINE: 'pglite' }, embeddedTests),
  },
  {
    name: 'postgres',
    title: 'Server tests on PostgreSQL',
    tools: true,
    work: () => vitest('server', { TEST_ENGINE: 'postgres' }).then(() => findForbidden('isolate')),
  },
  {
    name: 'plans',
    title: 'Plans of the statements that the server tests sent to PostgreSQL',
    tools: true,
    work: () => vitest('plans', { TEST_ENGINE: 'postgres' }),
  },
  { name: 'browser', title: 'Browser tests', tools: true, work: browserTests },
  { name: 'proof', title: 'The fastest proof, in its short version', tools: true, work: fastestProof },
  { name: 'changed', title: 'Types, lint, and the tests that the changed files reach', onRequest: true, work: changed },
  {
    name: 'shuffled',
    title: 'Browser tests in another order: each file alone on a server of its own, then all on one server',
    tools: true,
    onRequest: true,
    work: shuffledBrowserTests,
  },
]

const build = () => run(process.execPath, [join(root, 'scripts/build.mjs')], { cwd: root })

async function changed() {
  const files = findChangedFiles()
  const { unit, server, browser } = findReachedTests(files)
  console.log([`${files.length} files changed. Their tests:`, ...unit, ...server, ...browser].join('\n  '))
  await checkTypes()
  if (files.length > 0)
    await bin('biome', ['check', '--no-errors-on-unmatched', '--files-ignore-unknown=true', ...files])
  await bin('knip', [])
  if (unit.length > 0) await vitest('unit', {}, unit)
  const engine = findPostgres() ? 'postgres' : 'pglite'
  if (server.length > 0) await vitest('server', { TEST_ENGINE: engine }, server)
  if (browser.length > 0) {
    ensureTools()
    await ensureBuilt()
    await playwright(browser)
  }
  if (server.length > 0 && engine === 'pglite')
    return 'There is no PostgreSQL, so its server tests ran on the embedded engine.'
}

async function browserTests() {
  await build()
  await playwright()
}

/** Returns why some were left out, if they were: those of `deploy/` need the tools of the proofs, and some what only root may do. */
async function unitTests() {
  const missing = installProofTools()
  await vitest('unit')
  const forbidden = findForbidden('install', 'count', 'mount')
  return [forbidden, missing && `Only the tests of what deploy/ sets up. ${missing}`].filter(Boolean).join(' ')
}

/** Returns why it is left out, if it is. The others take one to six minutes each: PROOF_SHORT=yes npm run proof -- all. */
async function fastestProof() {
  const missing = installProofTools()
  if (missing) return missing
  const env = { ...process.env, PROOF_SHORT: 'yes' }
  await run(process.execPath, [join(root, 'scripts/bench.mjs'), 'proof', 'rush'], { cwd: root, env })
}

async function shuffledBrowserTests() {
  const seed = process.env.SEED ?? String(Date.now() % 100_000)
  console.log(`To repeat this order: SEED=${seed} npm test -- shuffled`)
  await build()
  const files = readdirSync(join(root, 'test/e2e')).filter((name) => name.endsWith('.spec.ts'))
  for (const file of shuffle(files.sort(), Number(seed))) await playwright([file])
  await playwright([], { E2E_SEED: seed })
}
