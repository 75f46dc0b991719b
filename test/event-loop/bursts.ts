import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { root } from '#server/core/project-root.ts'

interface Burst {
  statuses: number[]
  /** For how many ms of its own work the event loop let /healthz wait meanwhile, at the median. */
  wait: number
}

/** Sends the same call with each of these cookies at once, from another thread, and calls /healthz meanwhile. */
export function createBursts(url: string) {
  const client = new Worker(join(root, 'test/event-loop/client-thread.mjs'), { workerData: { url } })
  return {
    send: async (path: string, cookies: readonly string[]): Promise<Burst> => {
      client.postMessage({ path, cookies })
      const [{ statuses, waits }] = (await once(client, 'message')) as [{ statuses: number[]; waits: number[] }]
      return { statuses, wait: waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)] ?? 0 }
    },
    close: () => client.terminate(),
  }
}
