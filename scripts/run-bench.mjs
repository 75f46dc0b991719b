import { join } from 'node:path'
import { root } from './checkout.mjs'
import { startPostgres } from './postgres.mjs'
import { main } from './run.mjs'

/** Runs one bench or proof in a process of its own, on a PostgreSQL with the durability settings of production, and sends what it measures. */
main(async () => {
  const { tsImport } = await import('tsx/esm/api')
  const { bench } = await tsImport(join(root, process.argv[2]), import.meta.url)
  const postgres = await startPostgres()
  try {
    const figure = (name, value) => process.send([name, value])
    await bench({ databaseUrl: postgres.url, figure, notJudged: (what) => figure('not judged', what) })
  } finally {
    await postgres.stop()
  }
  // A failure may have left databases and servers open, which end with this process.
}).then(() => process.exitCode && process.exit())
