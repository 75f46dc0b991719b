import { randomUUID } from 'node:crypto'
import { pages, pathTo } from '#contract/pages.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { facts, letter, link, nameOr, oncePer, tellAdmins } from './outbox.ts'

/** What one admin can change alone, and with what the house would lose money or trust unnoticed. */
const subjects = {
  contact: {
    subject: 'The contact details of the house have changed',
    what: 'how families reach the house. Letters, pages and receipts have the new details from now on.',
    page: 'house',
  },
  bankAccount: {
    subject: 'The bank account on bills has changed',
    what: 'the bank account to which organisations transfer money. New bills have the new one from now on.',
    page: 'house',
  },
  limits: {
    subject: 'The limits of the house have changed',
    what: 'up to which amount one clerk decides alone.',
    page: 'house',
  },
  taxRules: {
    subject: 'The tax rules of the house have changed',
    what: 'the tax that the house charges. New bills have it from now on.',
    page: 'house',
  },
  rightRules: {
    subject: 'The rules of rights have changed',
    what: 'how long rights to niches last, or what happens after their end.',
    page: 'house',
  },
  nichePrices: { subject: 'Prices of niches have changed', what: 'prices of niches.', page: 'halls' },
  priceList: { subject: 'The price list has changed', what: 'the price list.', page: 'prices' },
} as const
type Changed = keyof typeof subjects

const labels: Record<string, string> = {
  name: 'Name',
  address: 'Address',
  telephone: 'Telephone',
  email: 'Email',
  registrationNumber: 'Registration number',
  payTo: 'Bank account',
  settleAlone: 'One clerk alone, up to',
  waiveAlone: 'One clerk alone waives or refunds charges, up to',
  taxNumber: 'GST number',
  taxRegisteredOn: 'Registered from',
  taxRates: 'Rates',
  taxRounding: 'Rounding',
  rights: 'How long a right lasts',
  claimDays: 'Days to object',
  stepsAfterEnd: 'Steps after the end of a right',
}

/** Tells all admins what somebody has changed; each change says from and to, by its name in the audit log or by a label. */
export async function tellOfChange(context: SignedInContext, changed: Changed, changes: Record<string, string>) {
  if (Object.keys(changes).length > 0) await tellAdmins(context, changedLetter(changed, changes, context.actor.name))
}

function changedLetter(changed: Changed, changes: Record<string, string>, by: string) {
  const { subject, what, page } = subjects[changed]
  const shown = Object.entries(changes).map(([name, change]) => [labels[name] ?? name, change.replaceAll('\n', ', ')])
  return letter(oncePer('house-changed', randomUUID()), subject, [
    `${nameOr('An admin', by)} has changed ${what}`,
    `If this is not right, correct it on the page ${pages[page].title}, suspend the account on the page User Management and talk to your colleagues.`,
    facts(Object.fromEntries(shown)),
    link(`See the page ${pages[page].title}`, pathTo(page)),
  ])
}
