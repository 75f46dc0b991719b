import { useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { daysToPay, Organisation } from '#contract/bills/bill.ts'
import { drawerMethods } from '#contract/cash-up/cash-up.ts'
import { chargeApi, FreeCharge } from '#contract/charges/api.ts'
import { type Charge, sumOf } from '#contract/charges/charge.ts'
import { staffPersonApi } from '#contract/family/staff-person-api.ts'
import { formatAmount } from '#contract/money.ts'
import { pathTo } from '#contract/pages.ts'
import { priceApi } from '#contract/prices/api.ts'
import { taxCategories } from '#contract/prices/price.ts'
import { useApi } from '#web/api/use-api.ts'
import { useRequestID } from '#web/api/use-request-id.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { PriceDialog } from '#web/ui/dialog/PriceDialog.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { FieldRow } from '#web/ui/form/Form.tsx'
import { optionsOf, SelectField } from '#web/ui/form/SelectField.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'

/** What shows the charges of a booking to staff, and is outdated once one of them has changed. */
export const chargeViews = [chargeApi.ofBooking, staffPersonApi.person]

interface AddProps {
  bookingID: string
  onClose: () => void
}

/** Adds a charge from the price list, in three taps, or anything else with a reason. */
export function AddChargeDialog({ bookingID, onClose }: AddProps) {
  const prices = useApi(priceApi.today, {}, { what: 'prices', staleTime: 0 })
  const [isFree, setFree] = useState(false)
  if (!prices.data && !prices.isError) return null
  const list = prices.data ?? []
  if (isFree || list.length === 0) return <FreeChargeDialog bookingID={bookingID} onClose={onClose} />
  return (
    <PriceDialog
      title="Add a charge"
      legend="What to charge"
      prices={list}
      missing="Please choose what to charge."
      endpoint={chargeApi.add}
      input={(charge) => ({ body: { ...charge, bookingID } })}
      verb="Add"
      done={added}
      invalidates={[...chargeViews, priceApi.today]}
      onClose={onClose}
      below={
        <div>
          <Button variant="quiet" small onClick={() => setFree(true)}>
            Something else
          </Button>
        </div>
      }
    />
  )
}

const added = 'The charge is added.'

/** Sent twice, it is added once; corrected in between, it is another one. */
function FreeChargeDialog({ bookingID, onClose }: AddProps) {
  const { withRequestID, renewIfAnswered } = useRequestID()
  return (
    <FormDialog
      title="Charge something else"
      schema={FreeCharge}
      values={{ text: '', amount: '', taxCategory: 'standard', reason: '' }}
      endpoint={chargeApi.addFree}
      input={(charge) => {
        const { requestID: chargeID, ...sent } = withRequestID(charge)
        return { body: { chargeID, bookingID, ...sent } }
      }}
      onError={renewIfAnswered}
      verb="Add"
      done={added}
      invalidates={chargeViews}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField label="What it is for" help="The family reads it on the bill." {...form.field('text')} />
          <FieldRow>
            <TextField label="Amount with GST (SGD)" inputMode="decimal" {...form.field('amount')} />
            <SelectField label="GST" options={optionsOf(taxCategories)} {...form.field('taxCategory')} />
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
}

type DueProps = AddProps & { due: readonly Charge[] }

/** All charges that are due, or those that stay ticked. */
function useTicked(due: readonly Charge[]) {
  const [left, setLeft] = useState<readonly string[]>([])
  const ticked = due.filter(({ chargeID }) => !left.includes(chargeID))
  const toggle = (chargeID: string) =>
    setLeft(left.includes(chargeID) ? left.filter((each) => each !== chargeID) : [...left, chargeID])
  const boxes = due.map(({ chargeID, text, amount }) => (
    <Checkbox
      key={chargeID}
      label={`${text}, ${formatAmount(amount)}`}
      checked={!left.includes(chargeID)}
      onChange={() => toggle(chargeID)}
    />
  ))
  return { boxes, sum: sumOf(ticked), chargeIDs: ticked.map(({ chargeID }) => chargeID) }
}

/** What a clerk has taken for charges. */
export function RecordPaymentDialog({ bookingID, due, onClose }: DueProps) {
  const { boxes, sum, chargeIDs } = useTicked(due)
  return (
    <FormDialog
      title={`Record ${formatAmount(sum)}`}
      schema={z.object({ paymentMethod: z.enum(drawerMethods, 'Please choose how it was paid.') })}
      values={{}}
      endpoint={chargeApi.record}
      input={({ paymentMethod }) => ({
        body: { bookingID, paymentMethod, amount: sum, chargeIDs },
      })}
      verb="Record payment"
      done="Payment recorded."
      invalidates={chargeViews}
      onClose={onClose}
    >
      {(form) => (
        <>
          {boxes}
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

/** A parish or an undertaker gets the bill, and transfers its amount later. */
export function BillOrganisationDialog({ bookingID, due, onClose }: DueProps) {
  const navigate = useNavigate()
  const { boxes, sum, chargeIDs } = useTicked(due)
  return (
    <FormDialog
      title={`Bill ${formatAmount(sum)} to an organisation`}
      schema={Organisation}
      values={{ name: '', address: '', registrationNumber: '', email: '', daysToPay: '14' }}
      endpoint={chargeApi.billOrganisation}
      input={(organisation) => ({ body: { ...organisation, bookingID, chargeIDs } })}
      verb="Write the bill"
      done="The bill is written."
      invalidates={chargeViews}
      onSuccess={({ number }) => {
        onClose()
        void navigate(pathTo('bill', { number }))
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p>The family then no longer pays these charges, unless the bill is credited.</p>
          {boxes}
          <TextField label="Name" {...form.field('name')} />
          <TextField label="Address" maxLength={300} {...form.field('address')} />
          <FieldRow>
            <TextField
              label="Registration number"
              optional
              help="The UEN of the organisation."
              {...form.field('registrationNumber')}
            />
            <SelectField
              label="Days to pay"
              options={daysToPay.map((value) => ({ value, label: `${value} days` }))}
              {...form.field('daysToPay')}
            />
          </FieldRow>
          <TextField
            label="Email"
            type="email"
            optional
            help="The bill is sent to it. Otherwise, print the bill on the next page."
            {...form.field('email')}
          />
        </>
      )}
    </FormDialog>
  )
}
