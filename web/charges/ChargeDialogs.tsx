import { useState } from 'react'
import { z } from 'zod'
import { drawerMethods } from '#contract/cash-up/cash-up.ts'
import { chargeApi, FreeCharge } from '#contract/charges/api.ts'
import { type Charge, sumOf } from '#contract/charges/charge.ts'
import { formatAmount } from '#contract/money.ts'
import { priceApi } from '#contract/prices/api.ts'
import { taxCategories } from '#contract/prices/price.ts'
import { newID } from '#web/api/new-id.ts'
import { useApi } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx'
import { FieldRow } from '#web/ui/form/Form.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'

interface AddProps {
  bookingID: string
  onClose: () => void
}

/** From the price list, in three taps; or anything else with a reason. Sent twice, it is added once. */
export function AddChargeDialog({ bookingID, onClose }: AddProps) {
  const prices = useApi(priceApi.today, {}, { what: 'prices', staleTime: 0 })
  const [isFree, setFree] = useState(false)
  const [chargeID] = useState(newID)
  const sent = { chargeID, bookingID }
  const done = 'The charge is added.'
  if (!prices.data && !prices.isError) return null
  const list = prices.data ?? []
  if (isFree || list.length === 0)
    return (
      <FormDialog
        title="Charge something else"
        schema={FreeCharge}
        values={{ text: '', amount: '', taxCategory: 'standard', reason: '' }}
        endpoint={chargeApi.addFree}
        input={(body) => ({ body: { ...sent, ...body } })}
        verb="Add"
        done={done}
        invalidates={[chargeApi.ofBooking]}
        onClose={onClose}
      >
        {(form) => (
          <>
            <TextField label="What it is for" help="The family reads it on the bill." {...form.field('text')} />
            <FieldRow>
              <TextField label="Amount with GST (SGD)" inputMode="decimal" {...form.field('amount')} />
              <SelectField
                label="GST"
                options={Object.entries(taxCategories).map(([value, label]) => ({ value, label }))}
                {...form.field('taxCategory')}
              />
            </FieldRow>
            <TextArea
              label="Reason"
              rows={2}
              help="Why it is not on the price list. Only staff read it."
              {...form.field('reason')}
            />
          </>
        )}
      </FormDialog>
    )
  return (
    <FormDialog
      title="Add a charge"
      schema={z.object({ priceID: z.string('Please choose what to charge.').min(1, 'Please choose what to charge.') })}
      values={{ priceID: '' }}
      endpoint={chargeApi.add}
      input={({ priceID }) => ({ body: { ...sent, priceID } })}
      verb="Add"
      done={done}
      invalidates={[chargeApi.ofBooking, priceApi.today]}
      onClose={onClose}
    >
      {(form) => (
        <>
          <ChoiceField
            legend="What to charge"
            choices={list.map(({ priceID, name, amount }) => ({
              value: priceID,
              label: name,
              words: formatAmount(amount),
            }))}
            {...form.field('priceID')}
          />
          <div>
            <Button variant="quiet" small onClick={() => setFree(true)}>
              Something else
            </Button>
          </div>
        </>
      )}
    </FormDialog>
  )
}

/** What a clerk has taken for charges: all that are due, or those that stay ticked. */
export function RecordPaymentDialog({ bookingID, due, onClose }: AddProps & { due: readonly Charge[] }) {
  const [left, setLeft] = useState<readonly string[]>([])
  const paid = due.filter(({ chargeID }) => !left.includes(chargeID))
  const toggle = (chargeID: string) =>
    setLeft(left.includes(chargeID) ? left.filter((each) => each !== chargeID) : [...left, chargeID])
  return (
    <FormDialog
      title={`Record ${formatAmount(sumOf(paid))}`}
      schema={z.object({ paymentMethod: z.enum(drawerMethods, 'Please choose how it was paid.') })}
      values={{}}
      endpoint={chargeApi.record}
      input={({ paymentMethod }) => ({
        body: { bookingID, paymentMethod, amount: sumOf(paid), chargeIDs: paid.map(({ chargeID }) => chargeID) },
      })}
      verb="It is paid"
      done="Payment recorded."
      invalidates={[chargeApi.ofBooking]}
      onClose={onClose}
    >
      {(form) => (
        <>
          {due.map(({ chargeID, text, amount }) => (
            <Checkbox
              key={chargeID}
              label={`${text}, ${formatAmount(amount)}`}
              checked={!left.includes(chargeID)}
              onChange={() => toggle(chargeID)}
            />
          ))}
          <SelectField
            label="Payment method"
            placeholder="Please choose"
            options={drawerMethods}
            {...form.field('paymentMethod')}
          />
        </>
      )}
    </FormDialog>
  )
}
