import { z } from 'zod'
import { callsBelow } from '../endpoint.ts'
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

const { anyone } = callsBelow('/api/demo')

export const mailApi = {
  demoMailbox: anyone.get('mail', 'Emails sent in demo mode, newest first', {
    demoOnly: true,
    reply: z.array(DemoMailMessage),
  }),
} as const
