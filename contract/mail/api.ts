import { z } from 'zod'
import { get } from '../endpoint.ts'
import { instant } from '../schema-parts.ts'

export const DemoMailMessage = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** The attached calendar file, if there is one. */
  calendar: z.string().optional(),
  sentAt: instant,
})
export type DemoMailMessage = z.infer<typeof DemoMailMessage>

export const mailApi = {
  demoMailbox: get('/api/demo/mail', {
    roles: 'anyone',
    summary: 'E-mails sent in demo mode, newest first',
    demoOnly: true,
    reply: z.array(DemoMailMessage),
  }),
} as const
