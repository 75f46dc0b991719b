import { z } from 'zod'
import { callsBelow } from '../endpoint.ts'
import { Price, PriceItem, priceForm } from './price.ts'

const { anyone, admins, staffAndAdmins } = callsBelow('/api/prices')

export const priceApi = {
  list: admins.get('list', 'The price list with the prices that begin later', { reply: z.array(PriceItem) }),
  save: admins.post('save', 'Add an item to the price list, or a further price of one', {
    freshFactor: true,
    body: priceForm,
    reply: z.object({ priceID: z.string() }),
  }),
  today: staffAndAdmins.get('today', 'What can be charged today', { reply: z.array(Price) }),
  forVisitors: anyone.get('/api/explore/prices', 'What the house charges besides its niches', {
    reply: z.array(Price.pick({ itemID: true, kind: true, name: true, amount: true, chargedWhen: true })),
  }),
} as const
