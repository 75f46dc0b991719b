import { Fragment } from 'react'
import { priceApi } from '#contract/prices/api.ts'
import { type ChargingApproval, chargedWhen } from '#contract/prices/price.ts'
import { t, translate } from '#contract/words/t.ts'
import { useApi } from '#web/api/use-api.ts'
import { T } from '#web/core/T.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Table } from '#web/ui/table/Table.tsx'

const usePrices = () => useApi(priceApi.forVisitors, {}, { what: 'prices' }).data ?? []

/** Shown to visitors; nothing if the house charges for its niches only. */
export function PriceList() {
  const prices = usePrices()
  if (prices.length === 0) return null
  return (
    <Card title={t`Besides the niche`}>
      <Table
        caption={t`What is charged besides the niche`}
        columns={[
          { header: t`What`, cell: ({ name }) => name, typed: true, phone: 'title' },
          { header: t`When`, cell: (price) => whenWords(price.chargedWhen), room: 14, phone: 'below' },
          { header: t`Price`, cell: ({ amount }) => <Money amount={amount} />, align: 'end', room: 9, phone: 'end' },
        ]}
        rows={prices}
        rowKey={({ itemID }) => itemID}
      />
    </Card>
  )
}

const whenWords = (when: keyof typeof chargedWhen) =>
  when === 'byHand' ? t`If you ask for it` : translate(chargedWhen[when])

const NamedPrices = ({ prices }: { prices: ReturnType<typeof usePrices> }) =>
  prices.map(({ itemID, name, amount }, at) => (
    <Fragment key={itemID}>
      {at > 0 && t`, `}
      <T>
        <Money amount={amount} /> for <span>{name}</span>
      </T>
    </Fragment>
  ))

/** What a request will cost once staff approve it, before the family sends it. */
export function ChargedOnApproval({ occasion }: { occasion: ChargingApproval }) {
  const prices = usePrices().filter((price) => price.chargedWhen === occasion)
  if (prices.length === 0) return null
  return (
    <p>
      <T>
        Once our staff approve it, this is charged: <NamedPrices prices={prices} />. You can pay it later in My
        Bookings.
      </T>
    </p>
  )
}
