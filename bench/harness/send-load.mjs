import autocannon from 'autocannon'

const perConnection = 20

/**
 * Requests these paths in turn, and returns how many were answered in a second. A number of requests and not a time: on a busy machine no
 * answer may come within a second.
 *
 * @param {{ url: string, cookie: string, paths: readonly string[], connections: number }} load
 */
export async function loadRate({ url, cookie, paths, connections }) {
  const amount = perConnection * connections
  const requests = paths.map((path) => ({ path }))
  const start = performance.now()
  const report = await autocannon({ url, connections, amount, headers: { cookie }, requests, timeout: 60 })
  if (report.non2xx + report.errors > 0) throw new Error(`${url} returned errors`)
  return amount / ((performance.now() - start) / 1000)
}
