import { once } from 'node:events'
import { stat } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { stopListening } from './stop-listening.ts'

/** Each begins work in another phase of the event loop. Some of them have no poll between them and the next immediate. */
const phases: Record<string, (work: () => void) => void> = {
  timer: (work) => setTimeout(work),
  poll: (work) => stat('/', work),
  immediate: (work) => setImmediate(work),
  'next tick': (work) => process.nextTick(work),
  microtask: (work) => queueMicrotask(work),
}

async function startServer() {
  const server = createServer((request, reply) => {
    request.resume()
    reply.setHeader('connection', 'close').end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server
}

/** A thread, because it goes on while this one is stopped. */
function postFromThread(server: Server, count: number) {
  const sent = new Int32Array(new SharedArrayBuffer(4))
  const { port } = server.address() as AddressInfo
  const workerData = { port, count, sent }
  const thread = new Worker(new URL('../../test/post-from-thread.mjs', import.meta.url), { workerData })
  const found = once(thread, 'message').then(([message]) => message as Record<'answered' | 'refused' | 'lost', number>)
  /** Stops this thread until that many posts were sent. */
  const waitFor = (sentPosts: number) => {
    for (let now = 0; now < sentPosts; now = Atomics.load(sent, 0))
      if (Atomics.wait(sent, 0, now, 60_000) === 'timed-out') throw new Error(`Only ${now} posts were sent.`)
  }
  return { found, waitFor }
}

const beginIn = (phase: string, server: Server) =>
  new Promise<void>((resolve) => phases[phase]?.(() => void stopListening(server).then(resolve)))

/** Systems other than Linux reset what waits. */
const onLinux = process.platform === 'linux'
/** Some kernels let 128 connections wait, and answer no others. */
const fitInKernel = 100
const hasIPv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ family }) => family === 'IPv6'),
)

test.runIf(onLinux).each(Object.keys(phases))(
  'a server that stops listening in the phase %s answers on the connections that wait in the kernel',
  async (phase) => {
    const server = await startServer()
    const { found, waitFor } = postFromThread(server, fitInKernel)
    waitFor(fitInKernel)
    await beginIn(phase, server)
    expect(await found).toEqual({ answered: fitInKernel, refused: 0, lost: 0 })
  },
)

test.runIf(onLinux).each(Object.keys(phases))(
  'a server that stops listening in the phase %s answers or refuses connections that arrive meanwhile, and resets none',
  async (phase) => {
    const server = await startServer()
    const { found, waitFor } = postFromThread(server, 400)
    waitFor(fitInKernel)
    await beginIn(phase, server)
    const { answered, refused, lost } = await found
    expect({ lost, answeredOrRefused: answered + refused }).toEqual({ lost: 0, answeredOrRefused: 400 })
    expect(answered).toBeGreaterThanOrEqual(fitInKernel)
  },
)

test.runIf(onLinux && hasIPv6)('a server on an IPv6 address stops listening', async () => {
  const server = createServer()
  await once(server.listen(0, '::'), 'listening')
  await stopListening(server)
  expect(server.listening).toBe(false)
})
