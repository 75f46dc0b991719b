import { join } from 'node:path'
import { root } from '#server/core/project-root.ts'
import { startPostgres } from '../../scripts/postgres.mjs'
import { startServer } from '../../scripts/start-test-server.mjs'
import { signInDemoAccounts } from './demo-sessions.ts'
import { makeOwnDemo } from './own-server.ts'

/** One freshly seeded server for the whole run, on the embedded engine; tests get its address as `baseURL`. */
export default async function startDemoServer() {
  const NODE_OPTIONS = `--import=${join(root, 'test/baseline-wasm.mjs')}`
  const [server, postgres] = await Promise.all([
    startServer({ COLUMBA_MODE: 'demo', NODE_OPTIONS }),
    startPostgres({ durable: false }),
  ])
  process.env.E2E_URL = server.url
  await Promise.all([signInDemoAccounts(server.url), makeOwnDemo(postgres.url)])
  return () => Promise.all([server.stop(), postgres.stop()])
}
