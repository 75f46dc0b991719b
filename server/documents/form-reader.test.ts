import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { replyWithError } from '#server/http/errors.ts'
import { makeJpeg, makePdf, makePng } from '#test/certificate-files.ts'
import { createFormReader } from './form-reader.ts'

const maxBytes = 5 * 1024 * 1024
const fileNames = ['birthCertFile', 'deathCertFile']

let app: FastifyInstance
let pausedReplies: (() => void)[]
let pauseReplies: boolean

beforeEach(async () => {
  pausedReplies = []
  pauseReplies = false
  app = await startApp({ idleTimeoutMs: 60_000, memoryBytes: 2 * maxBytes })
})
afterEach(() => app.close())

/** A form's door alone: what came is told back by size and kind. */
async function startApp(settings: Parameters<typeof createFormReader>[0]) {
  const receive = createFormReader(settings)
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
  const told = (await answer.json()) as Record<string, unknown>
  return { ...told, status: answer.status }
}

describe('a form', () => {
  test('arrives with its fields and its files, known by what they are', async () => {
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

  test('may leave a file out, as browsers do it', async () => {
    const { files, fileErrors } = await send(
      formOf({ birthCertFile: [makePng(), 'a.png'], deathCertFile: [Buffer.alloc(0), ''] }),
    )
    expect(files).toEqual({ birthCertFile: `image/png ${makePng().length}` })
    expect(fileErrors).toEqual({})
  })

  test('keeps nothing of files that nobody asked for', async () => {
    expect(await send(formOf({ somethingElse: [pdf, 'a.pdf'], name: 'x' }))).toMatchObject({
      status: 200,
      body: { name: 'x' },
      files: {},
    })
  })
})

describe('a file', () => {
  const padded = (size: number) => Buffer.concat([makeJpeg(), Buffer.alloc(size - makeJpeg().length)])

  test('of exactly 5 MB is taken', async () => {
    expect(await send(formOf({ birthCertFile: [padded(maxBytes), 'a.jpg'] }))).toMatchObject({
      files: { birthCertFile: `image/jpeg ${maxBytes}` },
    })
  })

  test.each([maxBytes + 1, 2 * maxBytes])(
    'of %i bytes is told to be too large, and the rest of the form still arrives',
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
    ['nothing', Buffer.alloc(0)],
  ])('with %s in it is of the wrong type, whatever its name says', async (_what, bytes) => {
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

describe('what is no form is refused, and gives its memory back', () => {
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
    ['a field of a megabyte', 413, `${part('remarks', 'x'.repeat(1_000_000))}--x--`, boundary],
    [
      'a thousand fields',
      413,
      `${Array.from({ length: 1000 }, (_, index) => part(`f${index}`, 'x')).join('')}--x--`,
      boundary,
    ],
  ])('%s', async (_what, status, body, headers) => {
    for (let round = 0; round < 4; round++) expect((await send(body, headers)).status).toBe(status)
    expect((await send(formOf({ birthCertFile: [pdf, 'a.pdf'] }))).status).toBe(200)
  })

  test('a body that goes on beyond what the call takes, though it never said how long it is', async () => {
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

describe('memory', () => {
  const whole = formOf({ birthCertFile: [makeJpeg(), 'a.jpg'] })

  test('is released when a client stops sending', async () => {
    await app.close()
    app = await startApp({ idleTimeoutMs: 2000, memoryBytes: 2 * maxBytes })
    const sockets = await Promise.all([startStalledUpload(), startStalledUpload(), startStalledUpload()])
    expect(await answerOf(sockets[0])).toContain('400')
    expect((await send(whole)).status).toBe(200)
    for (const socket of sockets) socket.destroy()
  })

  test('is given back when a sender leaves', async () => {
    const sockets = await Promise.all([
      startStalledUpload(),
      startStalledUpload(),
      startStalledUpload(),
      startStalledUpload(),
    ])
    for (const socket of sockets) socket.destroy()
    expect((await send(whole)).status).toBe(200)
  })

  test('that is all taken lets the next wait unread, and come in when one has its answer', async () => {
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

/** Begins a body of ten megabytes and says no more after the first words. */
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
