import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, requireNode, root } from './checkout.mjs'
import { main, UserError } from './run.mjs'
import { ensureTools } from './system-tools.mjs'

/**
 * `npm run bench -- all` runs every bench and saves its figures; `npm run bench -- NAME` only prints them, unless `--save` is given.
 * `npm run bench -- table` writes the tables of the README and docs/MEASURED.md again, after a change of a goal or a sentence. `npm run proof` does the same with
 * the proofs; PROOF_SHORT=yes makes them short and saves nothing. With `--runs=3` each runs three times, and its figures get a range.
 */

/** What these proved is a part of another proof, which they run. */
const partOf = { faults: 'trial', failover: 'trial', replicas: 'trial' }

requireNode()
main(async () => {
  process.chdir(root)
  await ensureInstalled({ everything: true })
  const { tsImport } = await import('tsx/esm/api')
  const { benchNames, proofNames, requireCleanTree, runBenches, writeTables } = await tsImport(
    join(root, 'bench/harness/run-benches.ts'),
    import.meta.url,
  )
  const [what, ...wanted] = process.argv.slice(2)
  const known = what === 'proof' ? proofNames : benchNames
  if (wanted.join() === 'table') return writeTables()

  const isAll = wanted.includes('all')
  /** Figures of short runs say nothing about the goals. */
  const save = process.env.PROOF_SHORT !== 'yes' && (isAll || wanted.includes('--save'))
  const runs = Number(wanted.find((word) => /^--runs=[1-9]$/.test(word))?.at(-1) ?? 1)
  const asked = wanted.filter((word) => word !== '--save' && !/^--runs=[1-9]$/.test(word))
  const names = isAll ? known : [...new Set(asked.map((name) => partOf[name] ?? name))]
  if (names.length === 0 || !names.every((name) => known.includes(name)))
    throw new UserError(`Please name all, table, or some of ${known.join(', ')}.`)

  if (save) requireCleanTree()
  await ensureBuilt()
  ensureTools({ forProofs: what === 'proof', inAllBrowsers: names.includes('browser') })
  const failed = await runBenches(names, { save, runs })
  if (failed.length > 0) throw new UserError(`These benches failed: ${failed.join(', ')}.`)
})
