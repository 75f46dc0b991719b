import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { expect, test } from 'vitest'
import { makeBlock } from '#test/block-factory.ts'
import { startTestApp } from '#test/test-app.ts'

async function ask(url: string, agent: Agent | false, headers: Record<string, string> = {}) {
  const [reply] = await once(request(url, { agent, headers }).end(), 'response')
  await once(reply.resume(), 'end')
  return [reply.statusCode, reply.headers.connection]
}

test('a server that drains refuses new connections, answers on the open one, and is done when that is closed', async () => {
  const { app, close } = await startTestApp()
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `${origin}/healthz`
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  expect(await ask(url, agent)).toEqual([200, 'keep-alive'])

  const drained = app.drain(60_000)
  await expect.poll(() => ask(url, false).catch(({ code }) => code)).toBe('ECONNREFUSED')
  expect(await ask(url, agent)).toEqual([200, 'close'])
  await drained
  await close()
})

test('a stream that is opened on a kept connection while a server drains ends at once, and its connection too', async () => {
  const { app, close, context, signIn } = await startTestApp()
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

test('a server that drains answers on the connections that have arrived', async () => {
  const { app, close } = await startTestApp()
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const many = Array.from({ length: 50 }, () => request(`${origin}/healthz`, { agent: false }).end())
  const answered = Promise.all(many.map(async (sent) => (await once(sent, 'response'))[0].resume().statusCode))
  await Promise.all(many.map(async (sent) => once((await once(sent, 'socket'))[0], 'connect')))
  await app.drain()
  expect(await answered).toEqual(Array(50).fill(200))
  await close()
})

test('a server stops draining after a time if a connection stays open', async () => {
  const { app, close } = await startTestApp()
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const agent = new Agent({ keepAlive: true })
  const sent = request(`${origin}/healthz`, { agent }).end()
  const [reply] = await once(sent, 'response')
  await once(reply.resume(), 'end')
  await app.drain(100)
  await close()
  agent.destroy()
})
