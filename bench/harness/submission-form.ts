import { type Agent, request } from 'node:http'
import { bookingApi } from '#contract/bookings/api.ts'
import { application } from '#test/booking-forms.ts'
import { makePdf } from '#test/certificate-files.ts'

/** Same length as a niche id, so it can be overwritten in place. */
const placeholder = '00000000-0000-4000-8000-000000000000'

/** Applicants submit in turns. There are so many that each has few bookings, as in practice. */
export const applicants = 2000

export interface Form {
  type: string
  /** The encoded form, for this niche. */
  payloadFor: (nicheID: string) => Buffer
}

/** A pre-order with this certificate, or one of this many bytes, encoded as a browser would. */
export async function formWith(certificate: Buffer | number): Promise<Form> {
  const bytes = typeof certificate === 'number' ? pdfOf(certificate) : certificate
  const form = new FormData()
  for (const [name, value] of Object.entries(application(placeholder, 'PreOrder'))) form.append(name, value)
  form.append('birthCertFile', new Blob([new Uint8Array(bytes)]), 'birth.pdf')
  const sent = new Response(form)
  const template = Buffer.from(await sent.arrayBuffer())
  const at = template.indexOf(placeholder)
  const payloadFor = (nicheID: string) => {
    const payload = Buffer.from(template)
    payload.write(nicheID, at, 'latin1')
    return payload
  }
  return { type: sent.headers.get('content-type') ?? '', payloadFor }
}

/** A valid PDF of at most this size; its text is padded to fill it. */
function pdfOf(bytes: number): Buffer {
  const emptySize = makePdf('').length
  let pdf = makePdf('x'.repeat(Math.max(0, bytes - emptySize)))
  while (pdf.length > bytes) pdf = makePdf('x'.repeat(Math.max(0, bytes - emptySize - (pdf.length - bytes) - 16)))
  return pdf
}

/** Sends one submission over a real socket. */
export function post(agent: Agent, url: string, cookie: string, type: string, payload: Buffer) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const headers = { cookie, 'content-type': type, 'content-length': payload.length }
    const sent = request(url + bookingApi.submit.path, { method: 'POST', agent, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (part) => {
        body += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
    sent.on('error', reject)
    sent.end(payload)
  })
}
