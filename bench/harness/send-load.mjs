import autocannon from 'autocannon'

/** Requests the paths in turn for a fixed time and prints requests per second. Its own process, so the client does not slow the server down. */
const { url, cookie, paths, connections, seconds } = JSON.parse(process.argv[2] ?? '{}')
const report = await autocannon({
  url,
  connections,
  duration: seconds,
  headers: { cookie },
  requests: paths.map((path) => ({ path })),
})
if (report.non2xx + report.errors > 0) throw new Error(`${url} returned errors`)
console.log(report.requests.average)
