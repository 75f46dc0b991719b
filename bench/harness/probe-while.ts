import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { waitForLine } from '../../scripts/start-test-server.mjs'

/** The times of the answers of /healthz, in ms, while the work was going on. */
export async function probeWhile(url: string, work: () => Promise<void>): Promise<number[]> {
  const probe = spawn(process.execPath, ['bench/harness/probe-healthz.mjs', url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  probe.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  await waitForLine(probe.stdout, 'ready')
  await work()
  probe.kill('SIGTERM')
  await once(probe, 'close')
  return JSON.parse(output.replace('ready', ''))
}
