import { startServer } from '../../scripts/start-test-server.mjs'
import { signInDemoAccounts } from './demo-sessions.ts'

/** One freshly seeded server for the whole run; tests get its address as `baseURL`. */
export default async function startDemoServer() {
  const server = await startServer({ COLUMBA_MODE: 'demo' })
  process.env.E2E_URL = server.url
  await signInDemoAccounts(server.url)
  return server.stop
}
