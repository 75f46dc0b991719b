import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, requireNode, root } from './checkout.mjs'
import { exitCode, main } from './run.mjs'

/** `npm run dev`: Vite on PORT, with a proxy to a server on the next port that restarts when its sources change. */
requireNode()
main(async () => {
  await ensureInstalled({ everything: true })
  const port = Number(process.env.PORT ?? 3000)
  const server = start('tsx', ['watch', '--clear-screen=false', 'server/main.ts'], {
    PORT: String(port + 1),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  })
  const web = start('vite', ['--host', '127.0.0.1', '--port', String(port), '--strictPort'], {
    SERVER_PORT: String(port + 1),
  })
  const end = (signal) => {
    server.kill(signal)
    web.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end)
  const code = await Promise.race([exitCode(server), exitCode(web)])
  end('SIGTERM')
  return code
})

const start = (name, args, env) =>
  spawn(join(root, 'node_modules/.bin', name), args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
