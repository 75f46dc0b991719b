import autocannon from 'autocannon'

/** In a process of its own, so that who asks does not slow down who answers: the paths in turn, over and over. Prints calls per second. */
const { url, cookie, paths, connections, seconds } = JSON.parse(process.argv[2] ?? '{}')
const report = await autocannon({
  url,
  connections,
  duration: seconds,
  headers: { cookie },
  requests: paths.map((path) => ({ path })),
})
if (report.non2xx + report.errors > 0) throw new Error(`${url} did not answer well`)
console.log(report.requests.average)
