import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import { eventLoopTime } from './event-loop-time.mjs'

/**
 * Sends one call per cookie at once, and meanwhile calls /healthz every 10 ms, whether or not earlier calls were answered.
 * A thread of its own, so that it measures while the server is busy.
 */
const agent = new Agent({ keepAlive: true })

/**
 * The status, once the reply is complete. Of a stream only the head is awaited. A call is repeated if the server has closed the idle
 * connection on which it was sent, which a busy machine learns late.
 */
const send = (path, cookie = '') =>
  new Promise((resolve, reject) => {
    const headers = { cookie, 'accept-encoding': 'br, gzip' }
    const request = get(workerData.url + path, { agent, headers }, (response) => {
      const { statusCode } = response
      if (!response.headers['content-type']?.startsWith('text/event-stream'))
        return response
          .on('error', reject)
          .on('end', () => resolve(statusCode))
          .resume()
      response.destroy()
      resolve(statusCode)
    })
    request.on('error', (error) => (request.reusedSocket ? resolve(send(path, cookie)) : reject(error)))
  })

async function measure({ path, cookies }) {
  await send('/healthz')
  const probes = []
  const probe = async () => {
    const start = eventLoopTime()
    await send('/healthz')
    return eventLoopTime() - start
  }
  const calls = cookies.map((cookie) => send(path, cookie))
  const timer = setInterval(() => {
    const wait = probe()
    /** A failure is reported once all have ended; until then nobody awaits it, which would end the thread. */
    wait.catch(() => undefined)
    probes.push(wait)
  }, 10)
  const statuses = await Promise.all(calls).finally(() => clearInterval(timer))
  return { statuses: [...new Set(statuses)], waits: await Promise.all(probes) }
}

/** Answers with the failure, too: whoever asks a thread that has ended would wait without end. */
parentPort?.on('message', (burst) =>
  measure(burst).then(
    (measured) => parentPort?.postMessage(measured),
    (error) => parentPort?.postMessage({ failure: String(error) }),
  ),
)
