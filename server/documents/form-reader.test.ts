import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { replyWithError } from '#server/http/errors.ts'
import { makeJpeg, makePdf, makePng } from '#test/certificate-files.ts'
import { createByteBudget } from './byte-budget.ts'
import { detectFileType } from './detect-file-type.ts'
import { createFormReader } from './form-reader.ts'
import type { SlowestSender } from './read-multipart.ts'

const maxBytes = 5 * 1024 * 1024
const fileNames = ['birthCertFile', 'deathCertFile']

let app: FastifyInstance
let pausedReplies: (() => void)[]
let pauseReplies: boolean

beforeEach(async () => {
  pausedReplies = []
  pauseReplies = false
  app = await startApp()
})
afterEach(() => app.close())

/** A server with only the form reader; it replies with the type and size of each file. */
async function startApp(slowest: SlowestSender = { bytes: 0, withinMs: 60_000 }) {
  const memory = createByteBudget(2 * maxBytes, 0)
  const receive = createFormReader({ memory, inspect: detectFileType, slowest })
  const app = Fastify({ forceCloseConnections: true })
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
  app.setErrorHandler(replyWithError)
  app.post('/form', { bodyLimit: 4 * maxBytes }, async (request, reply) => {
    const form = await receive(request, fileNames)
    reply.raw.once('close', form.release)
    if (pauseReplies) await new Promise<void>((go) => pausedReplies.push(go))
    const files = Object.entries(form.files).map(([name, { bytes, mime }]) => [name, `${mime} ${bytes.length}`])
    return { body: form.body, files: Object.fromEntries(files), fileErrors: form.fileErrors }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app
}

const address = () => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/form`
const pdf = makePdf('Certificate')

function formOf(parts: Record<string, string | [Buffer, string] | [Buffer, string, string]>) {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === 'string') form.append(name, part)
    else form.append(name, new File([new Uint8Array(part[0])], part[1], { type: part[2] ?? 'application/pdf' }))
  }
  return form
}

async function send(body: FormData | string, headers: Record<string, string> = {}): Promise<Record<string, unknown>> {
  const answer = await fetch(address(), { method: 'POST', body, headers })
  const content = (await answer.json()) as Record<string, unknown>
  return { ...content, status: answer.status }
}

describe('a multipart form', () => {
  test('a form is read with its fields and files, whose types are detected from their content', async () => {
    const { status, body, files, fileErrors } = await send(
      formOf({
        beneficiaryName: 'Tan Ah Kow 陈',
        birthCertFile: [pdf, 'scan.v2.final.pdf'],
        deathCertFile: [makeJpeg(), 'photo.JPG', 'text/plain'],
      }),
    )
    expect({ status, fileErrors }).toEqual({ status: 200, fileErrors: {} })
    expect(body).toEqual({ beneficiaryName: 'Tan Ah Kow 陈' })
    expect(files).toEqual({
      birthCertFile: `application/pdf ${pdf.length}`,
      deathCertFile: `image/jpeg ${makeJpeg().length}`,
    })
  })

  test('a form may have an empty file input, as browsers send it', async () => {
    const { files, fileErrors } = await send(
      formOf({ birthCertFile: [makePng(), 'a.png'], deathCertFile: [Buffer.alloc(0), ''] }),
    )
    expect(files).toEqual({ birthCertFile: `image/png ${makePng().length}` })
    expect(fileErrors).toEqual({})
  })

  test('files with unexpected names are discarded', async () => {
    expect(await send(formOf({ somethingElse: [pdf, 'a.pdf'], name: 'x' }))).toMatchObject({
      status: 200,
      body: { name: 'x' },
      files: {},
    })
  })
})

describe('an uploaded file', () => {
  const padded = (size: number) => Buffer.concat([makeJpeg(), Buffer.alloc(size - makeJpeg().length)])

  test('a file of exactly 5 MB is accepted', async () => {
    expect(await send(formOf({ birthCertFile: [padded(maxBytes), 'a.jpg'] }))).toMatchObject({
      files: { birthCertFile: `image/jpeg ${maxBytes}` },
    })
  })

  test.each([maxBytes + 1, 2 * maxBytes])(
    'a file of %i bytes is reported as too large, and the rest of the form is still read',
    async (size) => {
      expect(await send(formOf({ birthCertFile: [padded(size), 'a.jpg'], name: 'x' }))).toMatchObject({
        status: 200,
        body: { name: 'x' },
        fileErrors: { birthCertFile: 'File too large. Max 5MB.' },
      })
    },
  )

  test.each([
    ['script behind %PDF', Buffer.from('%PDF<script>alert(1)</script>')],
    ['no content', Buffer.alloc(0)],
  ])('a file with %s is reported as the wrong type, whatever its name', async (_what, bytes) => {
    expect(
      await send(formOf({ birthCertFile: [bytes, 'scan.pdf'], deathCertFile: [bytes, 'scan.png', 'image/png'] })),
    ).toMatchObject({
      fileErrors: {
        birthCertFile: 'Invalid file type. Only PDF, PNG, JPG allowed.',
        deathCertFile: 'Invalid file type. Only PDF, PNG, JPG allowed.',
      },
    })
  })
})

describe('an invalid form', () => {
  const boundary = { 'content-type': 'multipart/form-data; boundary=x' }
  const part = (name: string, text: string) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`
  const file = (name: string, text: string) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"; filename="a.pdf"\r\n\r\n${text}\r\n`

  test.each([
    ['a body without a boundary', 400, 'anything', { 'content-type': 'multipart/form-data' }],
    [
      'a body that ends within a file',
      400,
      '--x\r\ncontent-disposition: form-data; name="birthCertFile"; filename="a.pdf"\r\n\r\n%PDF',
      boundary,
    ],
    ['a body that ends within a field', 400, '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\ntext', boundary],
    ['one file twice', 400, `${file('birthCertFile', 'a')}${file('birthCertFile', 'b')}--x--`, boundary],
    ['a field of more than 16 kB', 400, `${part('remarks', 'x'.repeat(16 * 1024 + 1))}--x--`, boundary],
    [
      'a thousand fields',
      413,
      `${Array.from({ length: 1000 }, (_, index) => part(`f${index}`, 'x')).join('')}--x--`,
      boundary,
    ],
  ])('%s is refused and releases its memory', async (_what, status, body, headers) => {
    for (let round = 0; round < 4; round++) expect((await send(body, headers)).status).toBe(status)
    expect((await send(formOf({ birthCertFile: [pdf, 'a.pdf'] }))).status).toBe(200)
  })

  test('a chunked body that exceeds the limit of the route is refused', async () => {
    const socket = await open()
    socket.write(
      'POST /form HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ncontent-type: multipart/form-data; boundary=x\r\n\r\n',
    )
    socket.write(chunk(file('other', '')))
    const megabyte = 'x'.repeat(1024 * 1024)
    for (let sent = 0; sent <= 21; sent++) socket.write(chunk(megabyte))
    expect(await answerOf(socket)).toContain('413')
    socket.destroy()
  })
})

describe('upload memory', () => {
  const whole = formOf({ birthCertFile: [makeJpeg(), 'a.jpg'] })

  test('upload memory is released when a client stops sending', async () => {
    await app.close()
    app = await startApp({ bytes: 1, withinMs: 3000 })
    const sockets = await Promise.all([startStalledUpload(), startStalledUpload(), startStalledUpload()])
    expect(await answerOf(sockets[0])).toContain('400')
    expect((await send(whole)).status).toBe(200)
    for (const socket of sockets) socket.destroy()
  })

  test('upload memory is released when a client keeps sending too slowly', async () => {
    await app.close()
    app = await startApp({ bytes: 1000, withinMs: 3000 })
    const sockets = await Promise.all([startStalledUpload(), startStalledUpload(), startStalledUpload()])
    const trickle = setInterval(() => {
      for (const socket of sockets) socket.write('x')
    }, 20)
    expect(await answerOf(sockets[0])).toContain('400')
    expect((await send(whole)).status).toBe(200)
    clearInterval(trickle)
    for (const socket of sockets) socket.destroy()
  })

  test('upload memory is released when a client disconnects', async () => {
    const sockets = await Promise.all([
      startStalledUpload(),
      startStalledUpload(),
      startStalledUpload(),
      startStalledUpload(),
    ])
    for (const socket of sockets) socket.destroy()
    expect((await send(whole)).status).toBe(200)
  })

  test('an upload waits while the upload memory is used up, until an earlier request is answered', async () => {
    pauseReplies = true
    const large = formOf({
      birthCertFile: [Buffer.alloc(maxBytes), 'a'],
      deathCertFile: [Buffer.alloc(maxBytes - 10_000), 'b'],
    })
    const first = send(large)
    await untilWaiting(1)
    const second = send(large)
    const third = send(large)
    pauseReplies = false
    pausedReplies[0]?.()
    expect((await Promise.all([first, second, third])).map(({ status }) => status)).toEqual([200, 200, 200])
    expect(pausedReplies).toHaveLength(1)
  })

  const untilWaiting = async (count: number) => {
    while (pausedReplies.length < count) await new Promise(setImmediate)
  }
})

/** Starts a 10 MB upload, then stops sending. */
async function startStalledUpload() {
  const socket = await open()
  const head = `POST /form HTTP/1.1\r\nhost: x\r\ncontent-length: ${2 * maxBytes}\r\ncontent-type: multipart/form-data; boundary=x\r\n\r\n`
  socket.write(`${head}--x\r\ncontent-disposition: form-data; name="birthCertFile"; filename="a.pdf"\r\n\r\n%PDF`)
  return socket
}

async function open(): Promise<Socket> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`

const answerOf = async (socket: Socket) => String((await once(socket, 'data'))[0])
