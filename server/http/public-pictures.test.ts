import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { prepareTestApp } from '#test/test-app.ts'
import { createPictureSender } from './public-pictures.ts'

const testApp = prepareTestApp()

/** Takes what a sender says about the picture. */
const reply: FastifyReply = { type: () => reply, header: () => reply } as unknown as FastifyReply

test('calls for one picture at the same moment share a read, and their replies one copy of its bytes', async () => {
  let reads = 0
  const send = createPictureSender(async (key) => {
    reads += 1
    return { mime: 'image/png', content: Buffer.from(key).toString('base64') }
  })
  const context = { ...testApp.context, client: { address: '127.0.0.1', requestID: '' } }
  const first = await send(context, 'the chapel', reply)
  reads = 0
  const others = await Promise.all(Array.from({ length: 50 }, () => send(context, 'the chapel', reply)))
  expect(reads).toBeLessThanOrEqual(2)
  for (const bytes of others) expect(bytes).toBe(first)
  expect(String(await send(context, 'the garden', reply))).toBe('the garden')
})
