import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '#server/core/project-root.ts'
import { startServer } from '../../scripts/start-test-server.mjs'
import { signInDemoAccounts } from './demo-sessions.ts'
import { copyDemoFolder, makeDemoFolder } from './own-server.ts'

/** One freshly seeded server for the whole run; tests get its address as `baseURL`. */
export default async function startDemoServer() {
  const demoFolder = await makeDemoFolder()
  process.env.E2E_DEMO_FOLDER = demoFolder
  const dataDir = await copyDemoFolder()
  const NODE_OPTIONS = `--import=${join(root, 'test/baseline-wasm.mjs')}`
  const server = await startServer({ COLUMBA_MODE: 'demo', DATA_DIR: dataDir, NODE_OPTIONS })
  process.env.E2E_URL = server.url
  await signInDemoAccounts(server.url)
  return async () => {
    await server.stop()
    for (const folder of [demoFolder, dataDir]) await rm(folder, { recursive: true })
  }
}
