import autocannon from 'autocannon'

/**
 * Requests these paths in turn for a second, and returns how many were answered in a second.
 *
 * @param {{ url: string, cookie: string, paths: readonly string[], connections: number }} load
 */
export async function loadRate({ url, cookie, paths, connections }) {
  const report = await autocannon({
    url,
    connections,
    duration: 1,
    headers: { cookie },
    requests: paths.map((path) => ({ path })),
  })
  if (report.non2xx + report.errors > 0) throw new Error(`${url} returned errors`)
  return report['2xx'] / report.duration
}
