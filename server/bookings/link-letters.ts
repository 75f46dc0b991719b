import type { registerEntries } from '#server/database/schema.ts'
import { facts, letter, nameOr } from '#server/mail/outbox.ts'

/** Written to the address in the register, which may be that of somebody else in the family. */
export const linkedLetter = (bookingID: string, fullName: string) =>
  letter('booking linked', `Booking ${bookingID} now belongs to an account`, [
    `Our register has this address for booking ${bookingID}. At our counter, ${fullName} has shown papers, and the booking can now be seen and managed with the account of ${fullName}.`,
    'If you do not know of this, please call us: our staff can take it back.',
  ])

/** Written to the address that the register had before, so that nobody loses its letters unnoticed. */
export const addressCorrectedLetter = (bookingID: string) =>
  letter('register-address-corrected', `We no longer write to this address about booking ${bookingID}`, [
    `Our old register had this address for booking ${bookingID}. Our staff have corrected it, and what we write about the booking goes elsewhere from now on.`,
    'If you hold this niche and did not ask for that, please call us or come to our counter.',
  ])

export const unlinkedLetter = (bookingID: string) =>
  letter('booking unlinked', `Booking ${bookingID} no longer belongs to your account`, [
    `Booking ${bookingID} is from our old register. Our staff have taken it back from your account, because it had been linked by mistake.`,
    'If you think that it is yours, please call us or come to our counter with your papers.',
  ])

/** Written to the account that a booking is about to be linked to. Whoever reads it may be somebody else than the person at the counter. */
export const linkCodeLetter = (bookingID: string, code: string, minutes: number) =>
  letter('link-code', `Your code for booking ${bookingID}`, [
    `Somebody at our counter asks us to link booking ${bookingID} from our old register to your account. If that is you, please read this code to our staff.`,
    facts({ Code: `${code.slice(0, 3)} ${code.slice(3)}` }),
    `The code works once, within ${minutes} minutes.`,
    'If you are not at our counter, please tell nobody the code, and call us.',
  ])

interface Linked {
  entry: typeof registerEntries.$inferSelect
  /** The name in the register before anybody has corrected it. */
  holder: string
  account: { fullName: string; email: string }
  sameName: boolean
  sameContact: boolean
  corrections: readonly string[]
  by: string
}

/** Written to every admin: only the clerk has seen the papers. */
export const linkedNotice = ({ entry, holder, account, sameName, sameContact, corrections, by }: Linked) =>
  letter(
    { kind: 'linked-notice', dedupeKey: `linked:${entry.bookingID}:${entry.linkedAt?.toISOString()}` },
    `Booking ${entry.bookingID} was linked to an account`,
    [
      `${nameOr('A member of staff', by)} has linked this booking of the old register to an account. The person has read out a code from a letter to the account.`,
      'Name and contact number of an account are what its owner entered. If you do not know why it was linked, ask your colleague about the papers. The booking can be taken back on its page.',
      facts({
        Booking: entry.bookingID,
        'Holder in the register': holder,
        Account: `${nameOr('Somebody', account.fullName)}, ${account.email}`,
        'Same name': sameName ? 'Yes' : 'No',
        'Same contact number': sameContact ? 'Yes' : 'No',
        'Papers seen': entry.linkedPapers ?? '',
        'Corrected by staff': corrections.join(' ') || undefined,
      }),
    ],
  )
