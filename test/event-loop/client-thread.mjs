import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import { eventLoopTime } from './event-loop-time.mjs'

/**
 * Sends one call per cookie at once, and meanwhile calls /healthz every 10 ms, whether or not earlier calls were answered.
 * A thread of its own, so that it measures while the server is busy.
 */
const agent = new Agent({ keepAlive: true })

/** The status, once the reply is complete. Of a stream only the head is awaited. */
const send = (path, cookie = '') =>
  new Promise((resolve, reject) => {
    const headers = { cookie, 'accept-encoding': 'br, gzip' }
    get(workerData.url + path, { agent, headers }, (response) => {
      const { statusCode } = response
      if (!response.headers['content-type']?.startsWith('text/event-stream'))
        return response
          .on('error', reject)
          .on('end', () => resolve(statusCode))
          .resume()
      response.destroy()
      resolve(statusCode)
    }).on('error', reject)
  })

parentPort?.on('message', async ({ path, cookies }) => {
  await send('/healthz')
  const probes = []
  const probe = async () => {
    const start = eventLoopTime()
    await send('/healthz')
    return eventLoopTime() - start
  }
  const calls = cookies.map((cookie) => send(path, cookie))
  const timer = setInterval(() => probes.push(probe()), 10)
  const statuses = await Promise.all(calls)
  clearInterval(timer)
  parentPort?.postMessage({ statuses: [...new Set(statuses)], waits: await Promise.all(probes) })
})
