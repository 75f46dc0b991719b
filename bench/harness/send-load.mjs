import autocannon from 'autocannon'

const perConnection = 60

/**
 * Requests these paths in turn, and returns how many were answered in a second. A number of requests and not a time: on a busy machine no
 * answer may come within a second. The time ends with the last answer, because autocannon looks only once a second whether all have come.
 *
 * @param {{ url: string, cookie: string, paths: readonly string[], connections: number, each?: number }} load
 */
export async function loadRate({ url, cookie, paths, connections, each = perConnection }) {
  const amount = each * connections
  const requests = paths.map((path) => ({ path }))
  const start = performance.now()
  let lastAnswer = start
  const load = autocannon({ url, connections, amount, headers: { cookie }, requests, timeout: 60 })
  load.on('response', () => {
    lastAnswer = performance.now()
  })
  const report = await load
  if (report.non2xx + report.errors > 0) throw new Error(`${url} returned errors`)
  return amount / ((lastAnswer - start) / 1000)
}
