import { pathTo } from '#contract/pages.ts'
import type { Letter } from '#server/mail/outbox.ts'

interface Recipient {
  fullName: string
  email: string
}

const recipient = ({ email, fullName }: Recipient) => ({ to: email, name: fullName })

export const closingRequestedLetter = (person: Recipient): Letter => ({
  ...recipient(person),
  kind: 'closing-requested',
  subject: 'We have your request to close your account',
  paragraphs: [
    'You asked us to close your account. Because you have bookings, our staff look at them first. We will write to you again once they have decided.',
    'Until then you can use your account as before, and withdraw the request in your profile.',
  ],
  action: { label: 'Open your profile', path: pathTo('profile') },
  closing: ['If this was not you, please change your password at once and tell our staff.'],
})

export const closingRefusedLetter = (person: Recipient, reason: string): Letter => ({
  ...recipient(person),
  kind: 'closing-refused',
  subject: 'Your account stays open for now',
  paragraphs: ['You asked us to close your account. Our staff have looked at your bookings and cannot close it now.'],
  facts: [['Reason', reason]],
  closing: ['You can ask again in your profile, or talk to our staff.'],
})
