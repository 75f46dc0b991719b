import { join } from 'node:path'
import { root } from '#server/core/project-root.ts'
import { startPostgres } from '../../scripts/postgres.mjs'
import { startServer } from '../../scripts/start-test-server.mjs'
import { signInDemoAccounts } from './demo-sessions.ts'
import { makeOwnDemo } from './own-server.ts'

/** One freshly seeded server for the whole run, on the embedded engine; tests get its address as `baseURL`. */
export default async function startDemoServer() {
  const [server, postgres] = await Promise.all([startDemo(), startOwnDemo()])
  process.env.E2E_URL = server.url
  return () => Promise.all([server.stop(), postgres.stop()])
}

async function startDemo() {
  const NODE_OPTIONS = `--import=${join(root, 'test/baseline-wasm.mjs')}`
  const server = await startServer({ COLUMBA_MODE: 'demo', NODE_OPTIONS })
  await signInDemoAccounts(server.url)
  return server
}

/** PostgreSQL, for the servers that some tests have of their own. */
async function startOwnDemo() {
  const postgres = await startPostgres({ durable: false })
  await makeOwnDemo(postgres.url)
  return postgres
}
