import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { createLog } from '#server/core/log.ts'
import { root } from '#server/core/project-root.ts'
import { createServices } from '#server/start/services.ts'
import { application, deathCertFile } from '#test/booking-forms.ts'
import { hostilePdf, hostilePng } from '#test/certificate-files.ts'
import { makeNiche } from '#test/factories.ts'
import { prepareTestApp, startTestApp } from '#test/test-app.ts'
import { createByteBudget } from './byte-budget.ts'
import { createFormReader } from './form-reader.ts'
import { createInspector, type InspectorSettings } from './inspector.ts'

const wrongType = 'Invalid file type. Only PDF, PNG, JPG allowed.'

/** Reads uploads as a server does, with threads of its own. */
const testApp = prepareTestApp({ makeServices: createServices })

/** A server whose inspection does what the content of the file says. */
async function startWithFakeInspection(settings: Partial<InspectorSettings>) {
  const file = join(root, 'test/fakes/inspection-worker.mjs')
  const inspector = createInspector(createLog('silent'), {
    file,
    threads: 1,
    maxWaitMs: 170_000,
    idleMs: 1000,
    ...settings,
  })
  let onStart = () => {}
  const inspectionStarted = new Promise<void>((resolve) => {
    onStart = resolve
  })
  const inspect = (bytes: Buffer) => {
    onStart()
    return inspector(bytes)
  }
  const app = await startTestApp({ replace: { readForm: createFormReader({ memory: createByteBudget(), inspect }) } })
  onTestFinished(() => app.close())
  const applicant = await app.signIn('user')
  const { nicheID } = await makeNiche(app.context)
  const upload = (order: string) =>
    applicant.call(bookingApi.submit, {
      body: application(nicheID, 'PreOrder'),
      files: { birthCertFile: { name: 'birth.pdf', content: Buffer.from(order) } },
    })
  return { app: app.app, upload, inspectionStarted }
}

test('hostile certificates are refused with a field error', async () => {
  const applicant = await testApp.signIn('user')
  const { nicheID } = await makeNiche(testApp.context)
  const files = {
    birthCertFile: { name: 'birth.pdf', content: hostilePdf() },
    deathCertFile: { name: 'death.png', content: hostilePng() },
  }
  const { status, refusal } = await applicant.call(bookingApi.submit, { body: application(nicheID), files })
  expect([status, refusal.errors]).toEqual([400, { birthCertFile: wrongType, deathCertFile: wrongType }])
  const sound = { birthCertFile: deathCertFile, deathCertFile }
  expect((await applicant.call(bookingApi.submit, { body: application(nicheID), files: sound })).status).toBe(200)
})

test('other requests are answered while a file is inspected that would take for ever, and then it is refused', async () => {
  const { app, upload, inspectionStarted } = await startWithFakeInspection({ timeLimitMs: 3000 })
  const answers: string[] = []
  const refused = upload('spin').then((answer) => {
    answers.push('upload')
    return answer
  })
  await inspectionStarted
  for (let call = 0; call < 10; call++) {
    await app.inject('/healthz')
    answers.push('/healthz')
  }
  const { status, refusal } = await refused
  expect(answers[0]).toBe('/healthz')
  expect([status, refusal.errors]).toEqual([400, { birthCertFile: wrongType }])
})

test('an upload beyond the queue of inspections gets a 503 with Retry-After, and later ones are read again', async () => {
  const { upload } = await startWithFakeInspection({ timeLimitMs: 5000, maxWaiting: 1 })
  const uploads = await Promise.all([upload('spin'), upload('spin'), upload('spin'), upload('spin')])
  const busy = uploads.filter(({ status }) => status === 503)
  expect(busy.length).toBeGreaterThan(0)
  for (const { headers, refusal } of busy) expect([refusal.code, headers['retry-after']]).toEqual(['UPLOADS_BUSY', '5'])
  expect((await upload('accept')).status).toBe(200)
})
