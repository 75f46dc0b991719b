import { join } from 'node:path'
import { main, run } from './run.mjs'
import { ensureTools } from './tools.mjs'
import { ensureInstalled, requireNode, root } from './tree.mjs'

/** `npm test`: everything, in the order in which a mistake is cheapest to find. `npm test -- types lint` runs only those. */
requireNode()
main(async () => {
  await ensureInstalled({ everything: true })
  const wanted = process.argv.slice(2)
  const chosen = steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  if (chosen.some(({ tools }) => tools)) ensureTools()
  for (const { name, says, work } of chosen) {
    console.log(`\n== ${says}`)
    const start = Date.now()
    await work().catch((error) => {
      console.error(`\n${says}: failed.`)
      throw error
    })
    console.log(`== ${name} passed in ${Math.round((Date.now() - start) / 1000)} s`)
  }
  console.log(`\nAll passed: ${chosen.map(({ name }) => name).join(', ')}.`)
})

const bin = (name, args, env = {}) =>
  run(join(root, 'node_modules/.bin', name), args, { cwd: root, env: { ...process.env, ...env } })
const vitest = (project, env) => bin('vitest', ['run', '--project', project], env)

const steps = [
  { name: 'types', says: 'Types', work: () => bin('tsc', ['-b']) },
  { name: 'lint', says: 'Lint and format', work: () => bin('biome', ['check', '.']) },
  { name: 'unit', says: 'Unit tests', work: () => vitest('unit') },
  {
    name: 'embedded',
    says: 'Server tests on the embedded database',
    work: () => vitest('server', { TEST_ENGINE: 'pglite' }),
  },
  {
    name: 'postgres',
    says: 'Server tests on PostgreSQL',
    tools: true,
    work: () => vitest('server', { TEST_ENGINE: 'postgres' }),
  },
  { name: 'browser', says: 'Browser tests', tools: true, work: browserTests },
]

async function browserTests() {
  await run(process.execPath, [join(root, 'scripts/build.mjs')], { cwd: root })
  await bin('playwright', ['test'])
}
