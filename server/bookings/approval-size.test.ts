import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { application } from '#test/booking-forms.ts'
import { makeNoisyPng } from '#test/certificate-files.ts'
import { makeNiche } from '#test/factories.ts'
import { prepareTestApp } from '#test/test-app.ts'

const testApp = prepareTestApp()

const unpacked = { br: brotliDecompressSync, gzip: gunzipSync }

test.each(['br', 'gzip'] as const)(
  'an approval with a scan is sent as %s with hardly more bytes than the scan has',
  async (encoding) => {
    const content = makeNoisyPng(600)
    const { nicheID } = await makeNiche(testApp.context)
    const files = { birthCertFile: { name: 'birth.png', content } }
    const body = application(nicheID, 'PreOrder')
    const { bookingID } = (await (await testApp.signIn('user')).call(bookingApi.submit, { body, files })).body
    const { cookie } = await testApp.signIn('staff')
    const headers = { cookie, 'accept-encoding': encoding }
    const answer = await testApp.app.inject({ url: `/api/booking/approval/${bookingID}`, headers })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.rawPayload.length / content.length).toBeLessThan(1.05)
    const { birthCertBase64 } = JSON.parse(unpacked[encoding](answer.rawPayload).toString())
    expect(Buffer.from(birthCertBase64, 'base64').equals(content)).toBe(true)
  },
)
