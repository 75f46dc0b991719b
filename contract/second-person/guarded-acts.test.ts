import { expect, test } from 'vitest'
import { bookingApi } from '../bookings/api.ts'
import { cashUpApi } from '../cash-up/api.ts'
import { chargeApi } from '../charges/api.ts'
import type { Endpoint } from '../endpoint.ts'
import { paymentApi } from '../payments/api.ts'
import { rightApi } from '../rights/api.ts'
import { claimApi } from '../rights/claim-api.ts'
import { urnApi } from '../urns/api.ts'
import { stockTakeApi } from '../urns/stock-take-api.ts'
import { type ActName, guardedActs } from './guarded-acts.ts'

/** The calls do not read the table, because pages of families would load it with them. */
test.each<[ActName, 'first' | 'second', Endpoint[]]>([
  ['place', 'second', [urnApi.check, urnApi.confirm]],
  ['withdrawLoss', 'second', [urnApi.withdrawLoss]],
  ['stockTake', 'second', [stockTakeApi.begin, stockTakeApi.finish]],
  ['stockTake', 'first', [stockTakeApi.cancel]],
  ['changeNumber', 'first', [urnApi.change]],
  ['endObjection', 'first', [claimApi.endObjection]],
  ['clearNiche', 'first', [rightApi.clearNiche]],
  ['cashUp', 'first', [cashUpApi.close]],
  ['cashUp', 'second', [cashUpApi.sign]],
  ['returnMoney', 'second', [paymentApi.settleRefund]],
  ['recordTransfer', 'second', [chargeApi.recordTransfer]],
  ['settleProblem', 'second', [paymentApi.settleProblem]],
  ['archive', 'first', [bookingApi.archive]],
  ['endApproved', 'first', [bookingApi.deny, bookingApi.release]],
  ['waiveCharge', 'second', [chargeApi.waive]],
  ['refundCharges', 'second', [chargeApi.refund]],
  ['settleMismatch', 'first', [urnApi.mismatches, urnApi.settleMismatch]],
  ['settleDifference', 'first', [stockTakeApi.settle]],
])('the calls of %s take the roles that the table has for the %s person', (act, person, endpoints) => {
  for (const { roles } of endpoints) expect(roles).toEqual(guardedActs[act][person])
})
