import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Sends posts from a thread, each on a connection of its own and one in each turn of its event loop, and reports how many were answered,
 * refused, or lost. `sent` counts those that are on their way.
 */
const { port, count, sent } = workerData
const request = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\nab'

const post = () =>
  new Promise((resolve) => {
    let [isConnected, reply] = [false, '']
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      isConnected = true
      socket.write(request, () => {
        Atomics.add(sent, 0, 1)
        Atomics.notify(sent, 0)
      })
    })
    socket.on('data', (data) => {
      reply += data
    })
    socket.on('error', ({ code }) => {
      if (code === 'ECONNREFUSED' && !isConnected) resolve('refused')
    })
    socket.on('close', () => resolve(reply.startsWith('HTTP/1.1 200 ') ? 'answered' : 'lost'))
  })

const posts = []
while (posts.length < count) {
  posts.push(post())
  await setImmediate()
}
const found = { answered: 0, refused: 0, lost: 0 }
for (const each of await Promise.all(posts)) found[each] += 1
parentPort.postMessage(found)
