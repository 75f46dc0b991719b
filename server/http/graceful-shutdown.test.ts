import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { makeBlock } from '#test/block-factory.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'

const behindProxy = { environment: { TRUST_PROXY: '1' } }

async function ask(url: string, agent: Agent | false, headers: Record<string, string> = {}) {
  const [reply] = await once(request(url, { agent, headers }).end(), 'response')
  await once(reply.resume(), 'end')
  return [reply.statusCode, reply.headers.connection]
}

/** A connection that sends what it is told, and resolves to all that it has received once that contains a text. */
async function openConnection({ server }: TestApp['app']) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8')
  await once(socket, 'connect')
  let received = ''
  socket.on('data', (text: string) => {
    received += text
  })
  return {
    socket,
    send: (text: string) => new Promise((resolve) => socket.write(text, resolve)),
    receive: (text: string) => expect.poll(() => received.toLowerCase()).toContain(text.toLowerCase()),
  }
}

const isRefused = (url: string) => expect.poll(() => ask(url, false).catch(({ code }) => code)).toBe('ECONNREFUSED')

test('a server that drains refuses new connections, answers on the open one, and is done when that is closed', async () => {
  const { app, close } = await startTestApp(behindProxy)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `${origin}/healthz`
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  expect(await ask(url, agent)).toEqual([200, 'keep-alive'])

  const drained = app.drain(60_000)
  await isRefused(url)
  expect(await ask(url, agent)).toEqual([200, 'close'])
  await drained
  await close()
})

test('a stream that is opened on a kept connection while a server drains ends at once, and its connection too', async () => {
  const { app, close, context, signIn } = await startTestApp(behindProxy)
  const { blockID } = await makeBlock(context, { rows: ['.'] })
  const { cookie } = await signIn('user')
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  expect(await ask(`${origin}/healthz`, agent)).toEqual([200, 'keep-alive'])

  const drained = app.drain(60_000)
  expect(await ask(`${origin}/api/niche/events/${blockID}`, agent, { cookie })).toEqual([200, 'close'])
  await drained
  await close()
})

test('a server without a proxy that drains waits for the first request of a connection, and not for the next', async () => {
  const { app, close } = await startTestApp()
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `${origin}/healthz`
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  expect(await ask(url, agent)).toEqual([200, 'keep-alive'])
  const { send, receive } = await openConnection(app)

  let isDrained = false
  const drained = app.drain(60_000).then(() => {
    isDrained = true
  })
  await isRefused(url)
  expect(isDrained).toBe(false)
  await send('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  await receive('HTTP/1.1 200 ')
  await drained
  agent.destroy()
  await close()
})

test('a request of which a part has arrived when a server closes is answered', async () => {
  const { app, close } = await startTestApp()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { send, receive } = await openConnection(app)
  const arrived = once(app.server, 'connection').then(([socket]) => once(socket, 'data'))
  const early = await openConnection(app)
  await early.send('GET /healthz HTTP/1.1\r\nhost: x\r\n')
  await send('GET /healthz HTTP/1.1\r\nhost: x\r\n')
  await arrived
  const closed = close()
  await expect.poll(() => app.isClosing && !app.server.listening).toBe(true)
  for (const each of [{ send, receive }, early]) {
    await each.send('\r\n')
    await each.receive('HTTP/1.1 200 ')
  }
  await closed
})

test('a client that is still sending a refused upload while a server drains is not cut off', async () => {
  const { app, close } = await startTestApp()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { send, receive, socket } = await openConnection(app)
  const drained = app.drain(60_000)
  await send(
    `POST ${bookingApi.submit.path} HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 6\r\n\r\n123`,
  )
  await receive('HTTP/1.1 401 ')
  await receive('connection: keep-alive')
  await send('456GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  await receive('HTTP/1.1 200 ')
  await receive('connection: close')
  socket.destroy()
  await drained
  await close()
})

test('a server stops draining after a time if a connection stays open', async () => {
  const { app, close } = await startTestApp(behindProxy)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const agent = new Agent({ keepAlive: true })
  await ask(`${origin}/healthz`, agent)
  await app.drain(100)
  await close()
  agent.destroy()
})
