import { counted } from '#contract/counted.ts'
import { formatDateTime, formatDay } from '#contract/dates.ts'
import { hallApi, type ListedPriceChange } from '#contract/halls/api.ts'
import { changedPrice, PriceChangeFields, type PriceChangeKind, parseValue } from '#contract/halls/price-change.ts'
import { formatAmount, toAmount, toCents } from '#contract/money.ts'
import { nicheApi } from '#contract/niches/api.ts'
import type { Niche } from '#contract/niches/niche.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApiMutation, useApiRows } from '#web/api/use-api.ts'
import { useRequestID } from '#web/api/use-request-id.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { FieldRow, Form, FormActions } from '#web/ui/form/Form.tsx'
import { optionsOf, SelectField } from '#web/ui/form/SelectField.tsx'
import { DateField, TextField } from '#web/ui/form/TextField.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import { Money } from '#web/ui/Money.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { ShowMore } from '#web/ui/table/ShowMore.tsx'

interface PriceFormProps {
  blockID: string
  selected: readonly Niche[]
  onDone: () => void
}

export function PriceForm({ blockID, selected, onDone }: PriceFormProps) {
  const form = useZodForm(PriceChangeFields, { blockID, kind: 'percent', value: '', effectiveOn: '' })
  const { withRequestID, renew, renewIfAnswered } = useRequestID()
  const change = useApiMutation(hallApi.changePrices, {
    done: ({ niches }) => describeSaved(niches, form.getValues('effectiveOn')),
    onError: renewIfAnswered,
    onSuccess: () => {
      renew()
      form.reset()
      onDone()
    },
    invalidates: [nicheApi.niches, hallApi.priceChanges],
  })
  const [kind, value] = form.watch(['kind', 'value'])
  const nicheIDs = selected.map(({ nicheID }) => nicheID)
  return (
    <Card title="Change prices">
      <Form form={form} onSubmit={(body) => change.mutateAsync({ body: withRequestID({ ...body, nicheIDs }) })}>
        <FieldRow>
          <SelectField label="Change" options={kindOptions} {...form.field('kind')} />
          <TextField label="Value" help={examples[kind]} {...form.field('value')} />
        </FieldRow>
        <DateField
          label="In effect from"
          optional
          help="Leave it empty to change the prices now. Bookings keep the price at which they were submitted."
          {...form.field('effectiveOn')}
        />
        {selected.length === 0 && <p>Select niches on the map first.</p>}
        {selected.length > 0 && parseValue({ kind, value }) !== undefined && (
          <PricePreview selected={selected} kind={kind} value={value} />
        )}
        <FormActions submit="Change prices" disabled={selected.length === 0} />
      </Form>
    </Card>
  )
}

function describeSaved(niches: number, effectiveOn: string) {
  const prices = niches === 1 ? 'The price of 1 niche' : `The prices of ${niches} niches`
  if (effectiveOn) return `${prices} will change on ${formatDay(effectiveOn)}.`
  return niches === 1 ? `${prices} has been changed.` : `${prices} have been changed.`
}

interface PricePreviewProps {
  selected: readonly Niche[]
  kind: PriceChangeKind
  value: string
}

const maxLines = 12

/** Each price of the selection with its new price. */
function PricePreview({ selected, kind, value }: PricePreviewProps) {
  const counts = new Map<string, number>()
  for (const { price } of selected) counts.set(price, (counts.get(price) ?? 0) + 1)
  const lines = [...counts].sort(([one], [other]) => Number(one) - Number(other))
  return (
    <ul className={common.stack1} aria-label="Preview of the new prices" aria-live="polite">
      {lines.slice(0, maxLines).map(([price, count]) => (
        <li key={price}>
          {counted(count, 'niche')}: <Money amount={price} /> becomes {newPrice(price, { kind, value })}
        </li>
      ))}
      {lines.length > maxLines && <li>and {lines.length - maxLines} other prices</li>}
    </ul>
  )
}

function newPrice(price: string, change: { kind: PriceChangeKind; value: string }) {
  const cents = changedPrice(toCents(price) ?? 0, change)
  return cents === undefined
    ? 'a price below 0.00 or above 1,000,000.00, which is not possible'
    : formatAmount(toAmount(cents))
}

const kindOptions = optionsOf({ percent: 'By a percentage', amount: 'By an amount', set: 'To a price' })

const examples: Record<PriceChangeKind, string> = {
  percent: 'Such as 5 or -2.5.',
  amount: 'In SGD, such as 200 or -50.',
  set: 'In SGD, such as 3000.',
}

export function PriceChangeList({ blockID }: { blockID: string }) {
  const changes = useApiRows(hallApi.priceChanges, { query: { blockID } })
  return (
    <Card title="Changes of prices">
      <QueryResult query={changes} loading="Loading changes..." failure="Failed to load the changes of prices">
        {(list) =>
          list.length === 0 ? (
            <p>The prices have not been changed yet.</p>
          ) : (
            <ul className={common.stack3}>
              {list.map((each) => (
                <li key={each.changeID} className={`${common.spread} ${common.tight}`}>
                  <span>{toSentence(each)}</span>
                  {each.state === 'scheduled' && <Withdraw change={each} />}
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
      <ShowMore query={changes} what="changes" />
    </Card>
  )
}

/** Each change has its own call, because one that is running ignores another. */
function Withdraw({ change }: { change: ListedPriceChange }) {
  const withdraw = useApiMutation(hallApi.withdrawPrices, {
    done: 'The change has been withdrawn.',
    failed: toErrorMessage,
    invalidates: [hallApi.priceChanges],
  })
  return (
    <Button
      small
      variant="secondary"
      busy={withdraw.isPending}
      aria-label={`Withdraw the change ${toSentence(change)}`}
      onClick={() => withdraw.mutate({ body: { changeID: change.changeID } })}
    >
      Withdraw
    </Button>
  )
}

const toSentence = ({ change, niches, effectiveAt, madeBy, state }: ListedPriceChange) =>
  `${change}, ${counted(niches, 'niche')}, ${stateWords[state]} ${formatDateTime(effectiveAt)}, by ${madeBy}`

const stateWords: Record<ListedPriceChange['state'], string> = {
  scheduled: 'from',
  applied: 'applied',
  withdrawn: 'withdrawn, was to be applied',
}
