import { join } from 'node:path'
import { root } from '#server/core/project-root.ts'
import { copyPostgres } from '#test/postgres-template.ts'
import { sampleKey } from '#test/sample-key.ts'
import { startPostgres } from '../../scripts/postgres.mjs'
import { freePort, startServer } from '../../scripts/start-test-server.mjs'
import { signInDemoAccounts } from './demo-sessions.ts'
import { makeOwnDemo } from './own-server.ts'

/** Two freshly seeded servers of the build for the whole run, on PostgreSQL and on the embedded engine; tests get the address of one as `baseURL`. */
export default async function startServers() {
  const [postgres, embedded] = await Promise.all([startPostgres({ durable: false }), startEmbedded()])
  const demo = await startDemo(postgres.url)
  process.env.E2E_URL = demo.url
  process.env.E2E_EMBEDDED_URL = embedded.url
  await signInDemoAccounts([demo.url, embedded.url])
  return async () => {
    await Promise.all([demo.stop(), embedded.stop()])
    await postgres.stop()
  }
}

/** Makes the demo, which the servers that some tests have of their own copy too. */
async function startDemo(postgresUrl: string) {
  const template = await makeOwnDemo(postgresUrl)
  const database = await copyPostgres(postgresUrl, template)
  const server = await startServer({ COLUMBA_MODE: 'demo', DATABASE_URL: database.url, ENCRYPTION_KEY: sampleKey })
  return { url: server.url, stop: () => server.stop().then(database.close) }
}

/** At another host than the other server, because a browser sends a cookie to all ports of a host. */
async function startEmbedded() {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const NODE_OPTIONS = `--import=${join(root, 'test/baseline-wasm.mjs')}`
  const server = await startServer({ COLUMBA_MODE: 'demo', PORT: String(port), PUBLIC_URL: url, NODE_OPTIONS })
  return { ...server, url }
}
