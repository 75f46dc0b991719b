import { type Agent, request } from 'node:http'
import { bookingApi } from '#contract/bookings/api.ts'
import { application } from '#test/applications.ts'
import { makePdf } from '#test/documents.ts'

/** As long as the id that takes its place. */
const placeholder = '00000000-0000-4000-8000-000000000000'

export interface Form {
  type: string
  /** The same form for another niche. */
  payloadFor: (nicheID: string) => Buffer
}

/** A pre-order with one certificate of this size, as a browser sends it. */
export async function formWith(certificateBytes: number): Promise<Form> {
  const form = new FormData()
  for (const [name, value] of Object.entries(application(placeholder, 'PreOrder'))) form.append(name, value)
  form.append('birthCertFile', new Blob([new Uint8Array(pdfOf(certificateBytes))]), 'birth.pdf')
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

/** A sound document that is as long as wished, since its text is. */
function pdfOf(bytes: number): Buffer {
  const bare = makePdf('').length
  let pdf = makePdf('x'.repeat(Math.max(0, bytes - bare)))
  while (pdf.length > bytes) pdf = makePdf('x'.repeat(Math.max(0, bytes - bare - (pdf.length - bytes) - 16)))
  return pdf
}

/** Answers the status of one submission over a real socket. */
export function post(agent: Agent, url: string, cookie: string, type: string, payload: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, 'content-type': type, 'content-length': payload.length }
    const sent = request(url + bookingApi.submit.path, { method: 'POST', agent, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.end(payload)
  })
}
