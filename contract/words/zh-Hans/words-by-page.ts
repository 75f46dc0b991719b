import type { Words } from '../t.ts'
import { words as errors } from './errors.ts'
import { words as frame } from './frame.ts'
import { words as house } from './house.ts'

/** Keyed by the name of a page in `contract/pages.ts`. */
type Loaders = Readonly<Record<string, (() => Promise<readonly Words[]>) | undefined>>

const about = () => import('./about.ts')
const accounts = () => import('./accounts.ts')
const appointments = () => import('./appointments.ts')
const bookings = () => import('./bookings.ts')
const links = () => import('./links.ts')
const myBookings = () => import('./my-bookings.ts')
const niches = () => import('./niches.ts')
const papers = () => import('./papers.ts')
const people = () => import('./people.ts')
const person = () => import('./person.ts')
const profile = () => import('./profile.ts')
const proof = () => import('./proof.ts')

const from =
  (...files: readonly (() => Promise<{ words: Words }>)[]) =>
  () =>
    Promise.all(files.map((load) => load().then(({ words }) => words)))

/** What is around every page comes with this file, the rest with the page that says it. */
export const wordsByPage: Loaders = {
  frame: async () => [frame, house, errors],
  /** Only the build needs these. */
  prerendered: from(() => import('./prerendered.ts')),
  landing: from(() => import('./landing.ts')),
  about: from(about),
  faq: from(() => import('./faq.ts')),
  explore: from(niches),
  find: from(niches, () => import('./find.ts')),

  login: from(accounts, people, proof),
  loginTwoFactor: from(accounts, proof),
  register: from(accounts, people, proof),
  setupTwoFactor: from(accounts, proof),
  resetPassword: from(accounts, proof),
  confirmEmail: from(accounts),
  undoEmailChange: from(accounts),
  profile: from(accounts, people, proof, profile),
  logout: from(proof),
  familyInvitation: from(accounts, niches),

  bookNiche: from(bookings, niches, people, proof),
  myBookings: from(bookings, people, niches, proof, myBookings),
  person: from(bookings, people, niches, proof, myBookings, appointments, links, about, person),
  payCharges: from(bookings, niches, proof, myBookings, person),
  myPayments: from(bookings, people, niches, proof, myBookings),
  anotherPerson: from(bookings, people, niches, proof, myBookings),
  urnPlacement: from(bookings, people, niches, proof, myBookings),
  appointment: from(bookings, niches, proof, myBookings, appointments),
  paymentSuccess: from(bookings, niches, proof),

  receipt: from(bookings, people, niches, proof, myBookings, papers),
  statement: from(bookings, niches, proof, myBookings, papers),
  bill: from(bookings, people, niches, proof, myBookings, papers),
  deed: from(bookings, niches, proof, myBookings, links, papers),
  placementCertificate: from(bookings, people, niches, proof, myBookings, links, papers),

  sharedPerson: from(about, accounts, bookings, people, niches, myBookings, links),
  contactRequest: from(accounts, niches, myBookings, links),
  endReminder: from(accounts, links),
  verifyPlacement: from(accounts, bookings, niches, myBookings, links),
  verifyDeed: from(bookings, niches, myBookings, links),
}
