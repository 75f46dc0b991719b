import { expect, test } from 'vitest'
import type { z } from 'zod'
import { PublishForm } from './halls/api.ts'
import { BlockLayout, Places } from './halls/block-layout.ts'
import { PriceChangeForm } from './halls/price-change.ts'
import { HouseDetails } from './house/api.ts'
import { MarkForm } from './urns/stock-take.ts'

test.each<[string, z.ZodType, string[]]>([
  ['details of the house', HouseDetails, ['shortName', 'asksRelationshipProof']],
  ['publication of a draft', PublishForm, ['seen']],
  ['layout of a block', BlockLayout, ['halves', 'hallCode', 'capacity', 'furtherPrice']],
  ['change of places', Places, ['capacity', 'furtherPrice']],
  ['change of prices', PriceChangeForm, ['requestID']],
  ['mark of a stock-take', MarkForm, ['expectedTag']],
])('a %s without a field that every page sends is refused', (_what, form, names) => {
  const missing = form.safeParse({}).error?.issues.map(({ path }) => path[0])
  expect(missing).toEqual(expect.arrayContaining(names))
})
