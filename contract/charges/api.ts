import { z } from 'zod'
import { Organisation, transferForm } from '../bills/bill.ts'
import { drawerMethods } from '../cash-up/cash-up.ts'
import { callsBelow } from '../endpoint.ts'
import { positiveAmount, taxCategoryNames } from '../prices/price.ts'
import { bookingID, bookingRef, paymentID, reason, required, uuid } from '../schema-parts.ts'
import { Charge } from './charge.ts'

/** Something that is not on the price list. */
export const FreeCharge = z.object({
  text: required('Please say what it is for.', 120),
  amount: positiveAmount,
  taxCategory: z.enum(taxCategoryNames),
  reason,
})

/** What a family can buy for its right now. */
export const Extension = z.object({
  number: z.string(),
  years: z.int(),
  /** The last day of the right afterwards. */
  until: z.string(),
  /** The extensions of the price list. */
  prices: z.array(z.object({ priceID: z.string(), name: z.string(), amount: z.string() })),
})

/** The ID keeps a charge that is sent again from being added twice. */
const added = { chargeID: uuid, bookingID }
const chargeIDs = z.array(uuid).min(1).max(100)
const billRef = z.object({ number: z.string().max(20) })

const { applicants, staff, allButWitnesses } = callsBelow('/api/charges')

export const chargeApi = {
  ofBooking: allButWitnesses.get('booking/:bookingID', 'What was charged for a booking, the newest first', {
    recordedRead: { kind: 'booking', subject: 'bookingID' },
    params: bookingRef,
    reply: z.array(Charge),
  }),
  extension: applicants.get('extension/:bookingID', 'The next extension of the right to a niche, and what it costs', {
    params: bookingRef,
    reply: z.object({ extension: Extension.nullable() }),
  }),
  extend: applicants.post('extend', 'Charge an extension of the right to a niche; paying it extends the right', {
    body: z.object({ ...added, priceID: uuid }),
  }),
  due: applicants.get('due', 'What is due for your bookings', { reply: z.array(Charge) }),
  add: staff.post('add', 'Charge something from the price list', { body: z.object({ ...added, priceID: uuid }) }),
  addFree: staff.post('add-free', 'Charge something that is not on the price list', {
    body: FreeCharge.extend(added),
  }),
  waive: staff.post('waive', 'Waive a charge', { body: z.object({ chargeID: uuid, reason }) }),
  remind: staff.post('remind', 'Write to the family about what is due', { body: bookingRef }),
  /** Calls of their own: a server of the previous version must not take this money for that of the booking. */
  createIntent: applicants.post('create-payment-intent', 'Start a card payment of what is due for a booking', {
    body: bookingRef,
    reply: z.object({ clientSecret: z.string(), bookingID: z.string(), paymentID: z.string(), amount: z.string() }),
  }),
  finalise: applicants.post('finalise', 'Ask the card provider whether a payment of what was due has arrived', {
    /** The payment that was started; left out, the newest one. */
    body: bookingRef.extend({ paymentID: paymentID.optional() }),
    reply: z.object({ billNumber: z.string().nullable() }),
  }),
  record: staff.post('record-payment', 'Record a payment of charges at the counter', {
    body: z.object({
      bookingID,
      chargeIDs,
      paymentMethod: z.enum(drawerMethods, 'Please choose how it was paid.'),
      /** The amount that the clerk took; refused if it is not what is due. */
      amount: positiveAmount,
    }),
  }),
  billOrganisation: staff.post(
    'bill-organisation',
    'Bill charges to an organisation, which transfers the money later',
    {
      body: Organisation.extend({ bookingID, chargeIDs }),
      reply: billRef,
    },
  ),
  recordTransfer: staff.post('record-transfer', 'Record that an organisation has transferred the amount of its bill', {
    body: ({ today }: { today: string }) => transferForm({ today }).extend(billRef.shape),
  }),
  creditBill: staff.post('credit-bill', 'Take back the open bill of an organisation; its charges are due again', {
    body: billRef.extend({ reason }),
  }),
  refund: staff.post('refund', 'Refund a payment of charges', {
    freshFactor: true,
    body: z.object({ paymentID, reason }),
  }),
} as const
