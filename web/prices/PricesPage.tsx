import { formatDay } from '#contract/dates.ts'
import { priceApi } from '#contract/prices/api.ts'
import {
  chargedWhen,
  type Price,
  type PriceItem,
  priceForm,
  priceKinds,
  taxCategories,
} from '#contract/prices/price.ts'
import { serverDay } from '#web/api/server-clock.ts'
import { useApi } from '#web/api/use-api.ts'
import { useRequestID } from '#web/api/use-request-id.ts'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { FieldRow } from '#web/ui/form/Form.tsx'
import { optionsOf, SelectField } from '#web/ui/form/SelectField.tsx'
import { DateField, TextField } from '#web/ui/form/TextField.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'

const intro =
  'What the house charges besides its niches. Prices include GST. A new price begins on its day; what was charged before stays as it is.'

export function PricesPage() {
  const items = useApi(priceApi.list, {}, { what: 'price list' })
  const add = <DialogButton dialog={() => <PriceDialog />}>Add an item</DialogButton>
  const isEmpty = items.data?.length === 0
  return (
    <Page title="Prices" intro={intro} actions={!isEmpty && add}>
      <QueryResult query={items} loading="Loading the prices..." failure="The prices could not be read just now.">
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              words="The price list is empty."
              hint="Visitors see what is on it, and staff charge from it, such as an engraving."
            >
              {add}
            </EmptyState>
          ) : (
            <Table caption="Price list" columns={columns} rows={list} rowKey={({ itemID }) => itemID} />
          )
        }
      </QueryResult>
    </Page>
  )
}

/** The price of today or, for an item that nobody can be charged yet, its first one. */
const shownPrice = ({ now, next }: PriceItem): Price | undefined => now ?? next[0]

const columns: readonly Column<PriceItem>[] = [
  { header: 'Name', cell: (item) => shownPrice(item)?.name, typed: true, phone: 'title' },
  { header: 'Kind', cell: (item) => priceKinds[shownPrice(item)?.kind ?? 'other'], room: 7 },
  {
    header: 'Price',
    cell: ({ now }) => (now ? <Money amount={now.amount} /> : 'Not yet'),
    align: 'end',
    room: 8,
    phone: 'below',
  },
  { header: 'Later', cell: ({ next }) => next.map(laterWords).join('; ') || 'No change', room: 9 },
  { header: 'Charged', cell: (item) => chargedWhen[shownPrice(item)?.chargedWhen ?? 'byHand'], room: 8 },
  {
    header: 'Change',
    actions: true,
    cell: (item) => (
      <RowActions
        actions={[
          {
            label: 'New price',
            name: `New price: ${shownPrice(item)?.name}`,
            dialog: () => <PriceDialog price={shownPrice(item)} />,
          },
        ]}
      />
    ),
    room: 7,
  },
]

const laterWords = ({ validFrom, amount, isWithdrawn }: Price) =>
  isWithdrawn ? `No longer charged from ${formatDay(validFrom)}` : `SGD ${amount} from ${formatDay(validFrom)}`

/** Adds an item, or a further price of the given one. */
function PriceDialog({ price }: { price?: Price | undefined }) {
  const today = serverDay()
  const { withRequestID, renewIfAnswered } = useRequestID()
  return (
    <FormDialog
      title={price ? `New price: ${price.name}` : 'Add an item'}
      schema={priceForm({ today })}
      values={{
        kind: price?.kind ?? 'other',
        name: price?.name ?? '',
        amount: price?.amount ?? '',
        taxCategory: price?.taxCategory ?? 'standard',
        accountCode: price?.accountCode ?? '',
        chargedWhen: price?.chargedWhen ?? 'byHand',
        validFrom: today,
        isWithdrawn: false,
      }}
      endpoint={priceApi.save}
      input={(form) => {
        const { requestID: priceID, ...body } = withRequestID(form)
        return { body: { ...body, priceID, itemID: price?.itemID } }
      }}
      onError={renewIfAnswered}
      done="The price list is saved."
      invalidates={[priceApi.list, priceApi.today, priceApi.forVisitors]}
    >
      {(form) => (
        <>
          <TextField label="Name" help="Families read it on their bill." {...form.field('name')} />
          <FieldRow>
            <SelectField label="Kind" options={optionsOf(priceKinds)} {...form.field('kind')} />
            <TextField label="Price with GST (SGD)" inputMode="decimal" {...form.field('amount')} />
          </FieldRow>
          <SelectField label="Charged" options={optionsOf(chargedWhen)} {...form.field('chargedWhen')} />
          <FieldRow>
            <SelectField label="GST" options={optionsOf(taxCategories)} {...form.field('taxCategory')} />
            <TextField label="Account code" optional {...form.field('accountCode')} />
          </FieldRow>
          <DateField label="Valid from" min={today} {...form.field('validFrom')} />
          {price && <Checkbox label="No longer charged from that day" {...form.field('isWithdrawn')} />}
        </>
      )}
    </FormDialog>
  )
}
