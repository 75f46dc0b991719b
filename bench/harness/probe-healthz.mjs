import { Agent, get } from 'node:http'

/**
 * Calls /healthz every 10 ms, whether or not earlier calls were answered, and on SIGTERM prints how long the answers took,
 * in ms. Its own process, so the load does not slow it down.
 */
const url = `${process.argv[2]}/healthz`
const agent = new Agent({ keepAlive: true })
const times = []

const call = () =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (response) => response.resume().on('end', resolve)).on('error', reject)
  })

await call()
const calls = []
const timer = setInterval(() => {
  const start = performance.now()
  calls.push(call().then(() => times.push(performance.now() - start)))
}, 10)
console.log('ready')

process.on('SIGTERM', async () => {
  clearInterval(timer)
  await Promise.all(calls)
  console.log(JSON.stringify(times))
  agent.destroy()
})
