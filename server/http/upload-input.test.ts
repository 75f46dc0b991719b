import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import type { Services } from '#server/core/context.ts'
import { beneficiaries, bookingMoves, bookings, certificateChunks, certificates } from '#server/database/schema.ts'
import { createByteBudget } from '#server/documents/byte-budget.ts'
import { detectFileType } from '#server/documents/detect-file-type.ts'
import { createFormReader } from '#server/documents/form-reader.ts'
import { application, deathCertFile } from '#test/booking-forms.ts'
import { formOf, type TestFile } from '#test/caller.ts'
import { makePng } from '#test/certificate-files.ts'
import { makeNiche } from '#test/factories.ts'
import { type SignedInCaller, startTestApp, type TestApp } from '#test/test-app.ts'

const birthCertFile: TestFile = { name: 'birth.png', type: 'image/png', content: makePng() }
const { path } = bookingApi.submit

let testApp: TestApp
let applicant: SignedInCaller
let afterReading: (request: FastifyRequest) => Promise<void>
beforeAll(async () => {
  /** Memory for one form at a time: a form that is not released blocks all others. */
  const receive = createFormReader({ memory: createByteBudget(1, 0), inspect: detectFileType })
  const readForm: Services['readForm'] = async (request, fileNames) => {
    const form = await receive(request, fileNames)
    await afterReading(request)
    return form
  }
  testApp = await startTestApp({ replace: { readForm } })
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  applicant = await testApp.signIn('user')
  afterReading = async () => {}
})
afterAll(() => testApp.close())

const port = () => (testApp.app.server.address() as AddressInfo).port

async function formFor(nicheID: string) {
  const { type, payload } = await formOf(application(nicheID), { birthCertFile, deathCertFile })
  return { headers: { cookie: applicant.cookie, 'content-type': type }, payload }
}

/** Sends the whole form, and disconnects before the server can act on it. */
async function sendAndLeave({ headers, payload }: Awaited<ReturnType<typeof formFor>>) {
  const socket = connect(port(), '127.0.0.1')
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  const left = new Promise<void>((resolve) => {
    afterReading = async ({ raw }) => {
      const closed = once(raw.socket, 'close')
      socket.destroy()
      await closed
      resolve()
    }
  })
  const lines = Object.entries({ ...headers, host: 'x', 'content-length': payload.length })
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
  socket.write(payload)
  await left
  afterReading = async () => {}
}

test('a client that disconnects after sending its form does not block later uploads', async () => {
  const rounds = 5
  const form = await formFor((await makeNiche(testApp.context)).nicheID)
  for (let round = 0; round < rounds; round++) await sendAndLeave(form)
  for (let next = 0; next < 2; next++) {
    const { headers, payload } = await formFor((await makeNiche(testApp.context)).nicheID)
    const body = new Uint8Array(payload)
    expect((await fetch(`http://127.0.0.1:${port()}${path}`, { method: 'POST', headers, body })).status).toBe(200)
  }
  /** A complete form is booked, and each repetition amends it, whether or not the client waited for the reply. */
  await vi.waitFor(async () => expect(await testApp.context.db.$count(bookingMoves)).toBe(rounds + 2), 60_000)
})

test('a form with a certificate of 6 MB is refused with a field error, and nothing is stored', async () => {
  const storedRows = () =>
    Promise.all(
      [bookings, beneficiaries, certificates, certificateChunks].map((table) => testApp.context.db.$count(table)),
    )
  const before = await storedRows()
  const large = { ...birthCertFile, content: Buffer.concat([makePng(), Buffer.alloc(6 * 1024 * 1024)]) }
  const { nicheID } = await makeNiche(testApp.context)
  const body = application(nicheID)
  const files = { birthCertFile: large, deathCertFile }
  const { status, refusal } = await applicant.call(bookingApi.submit, { body, files })
  expect([status, refusal.errors]).toEqual([400, { birthCertFile: 'File too large. Max 5MB.' }])
  expect(await storedRows()).toEqual(before)
})
