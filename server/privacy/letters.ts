import { pathTo } from '#contract/pages.ts'
import { facts, letter, link } from '#server/mail/outbox.ts'

export const closingRequestedLetter = () =>
  letter('closing-requested', 'We have your request to close your account', [
    'You asked us to close your account. Because you have bookings, our staff look at them first. We will write to you again once they have decided.',
    'Until then you can use your account as before, and withdraw the request in your profile.',
    link('Open your profile', pathTo('profile')),
    'If this was not you, please change your password at once and tell our staff.',
  ])

export const closingRefusedLetter = (reason: string) =>
  letter('closing-refused', 'Your account stays open for now', [
    'You asked us to close your account. Our staff have looked at your bookings and cannot close it now.',
    facts({ 'The reason': reason }),
    'You can ask again in your profile, or talk to our staff.',
  ])
