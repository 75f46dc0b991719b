import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { bookingApi, type OwnBooking } from '#contract/bookings/api.ts'
import { formatAmount, toAmount } from '#contract/money.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { counterPaymentMethods } from '#contract/payments/payment.ts'
import { isClientError, toErrorMessage } from '#web/api/api-error.ts'
import { refresh, useApiMutation } from '#web/api/use-api.ts'
import { savePaymentSession } from '#web/session/payment-session.ts'
import { AmountDue } from '#web/ui/AmountDue.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import common from '#web/ui/common.module.css'
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { Money } from '#web/ui/Money.tsx'
import { AskBookingType } from './AskBookingType.tsx'
import { ChangeNotice, type ChangesSinceOpened } from './ChangeNotice.tsx'
import styles from './CounterPayment.module.css'
import { amountToSend, changeCents, isIncomplete, isOtherAmount, requiresAmount } from './counter-payment.ts'

interface CounterPaymentProps {
  /** The booking as it is on screen. */
  booking: Pick<OwnBooking, 'bookingID' | 'paymentAmount' | 'typeGiven' | 'version'>
  /** The changes since the clerk opened it. */
  changes?: ChangesSinceOpened['changes']
  /** Goes back to the form to change the kind of the booking, if the form is still there. */
  onDied?: (() => void) | undefined
  onDone: () => void
  onBack: () => void
}

const incompleteEntry = 'Please enter both payment method and amount.'
const tooLittle = 'This is less than the amount. Please check both.'

/** Records what a clerk has taken at the counter, once it is known what the booking is for. */
export const CounterPayment = ({ onDied, ...props }: CounterPaymentProps) => (
  <AskBookingType
    booking={props.booking}
    onDied={onDied}
    wayBack={
      <Button variant="quiet" onClick={props.onBack}>
        Back
      </Button>
    }
  >
    <PaymentForm {...props} />
  </AskBookingType>
)

function PaymentForm({ booking, changes, onDone, onBack }: Omit<CounterPaymentProps, 'onDied'>) {
  const { bookingID, version } = booking
  const price = booking.paymentAmount ?? '0.00'
  const [entry, setEntry] = useState({ method: '', amount: price, received: '', note: '' })
  /** The words on what is missing, shown above the buttons. */
  const [refusal, setRefusal] = useState('')
  const [isConfirming, setConfirming] = useState(false)
  const [conflict, setConflict] = useState('')
  const finalise = useApiMutation(paymentApi.update, {
    failed: (error) =>
      isClientError(error) ? 'Failed to update transaction.' : 'Server error while updating transaction.',
    onSuccess: onDone,
    onConflict: (sentence) => {
      setConflict(sentence)
      if (sentence) void refresh(bookingApi.approval, bookingApi.byID, bookingApi.search, bookingApi.pending)
    },
  })

  const isOther = isOtherAmount(entry, price)
  const isWaived = entry.method === 'Waived'
  const whatFor = isWaived ? 'the waiver' : 'the other amount'
  const missingReason = `Please give a reason for ${whatFor}.`
  const entered = isWaived ? 'nothing' : formatAmount(amountToSend(entry, price))
  const change = changeCents(entry)
  const isShort = change !== undefined && change < 0

  const edit = (part: Partial<typeof entry>) => {
    setEntry({ ...entry, ...part })
    setRefusal('')
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (finalise.isPending) return
    if (isIncomplete(entry)) {
      setRefusal(incompleteEntry)
      return window.alert(incompleteEntry)
    }
    const refuseField = (words: string) => {
      flushSync(() => setRefusal(words))
      event.currentTarget.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    }
    if (isShort) return refuseField(tooLittle)
    if (!isOther) return record()
    if (entry.note.trim() === '') return refuseField(missingReason)
    setConfirming(true)
  }
  const record = () => {
    setConfirming(false)
    const paymentAmount = amountToSend(entry, price)
    savePaymentSession({ bookingID, paymentMethod: entry.method, amount: paymentAmount })
    const { method: paymentMethod, note } = entry
    finalise.mutate({ body: { bookingID, paymentMethod, paymentAmount, note, version, confirmedAmount: isOther } })
  }

  return (
    <form
      className={`${common.stack5} ${styles.payment}`}
      onSubmit={submit}
      noValidate
      aria-label="Payment at the counter"
    >
      <AmountDue amount={price} />
      <SelectField
        label="Payment method"
        name="paymentMethod"
        options={counterPaymentMethods}
        placeholder="Please choose"
        value={entry.method}
        onChange={(event) => edit({ method: event.target.value })}
      />
      {requiresAmount(entry.method) && (
        <TextField
          label="Amount (SGD)"
          name="paymentAmount"
          inputMode="decimal"
          autoComplete="off"
          help={isOther && `The amount due is ${formatAmount(price)}. Please say below why another amount was paid.`}
          value={entry.amount}
          onChange={(event) => edit({ amount: event.target.value })}
        />
      )}
      {entry.method === 'Cash' && (
        <TextField
          label="Cash received (SGD)"
          name="cashReceived"
          inputMode="decimal"
          autoComplete="off"
          optional
          error={refusal === tooLittle ? refusal : undefined}
          help={
            <span role="status">
              {change === undefined || isShort
                ? 'Enter what the family hands over to see the change.'
                : `Change to give: ${formatAmount(toAmount(change))}`}
            </span>
          }
          value={entry.received}
          onChange={(event) => edit({ received: event.target.value })}
        />
      )}
      <TextArea
        label={isOther ? `Reason for ${whatFor}` : 'Note'}
        name="note"
        optional={!isOther}
        error={refusal === missingReason ? refusal : undefined}
        rows={2}
        maxLength={500}
        help={
          isOther
            ? 'Kept in the history of the booking, with the amount due.'
            : 'Kept with the payment, such as a cheque number.'
        }
        value={entry.note}
        onChange={(event) => edit({ note: event.target.value })}
      />
      <div role="alert" className={common.stack4}>
        <ChangeNotice changes={changes} conflict={conflict} />
        {refusal === incompleteEntry && <Refusal words={refusal} />}
        {!refusal && finalise.error && !conflict && <Refusal words={toErrorMessage(finalise.error)} />}
      </div>
      <div className={common.row3}>
        <Button type="submit" busy={finalise.isPending}>
          Record payment
        </Button>
        <Button variant="secondary" onClick={onBack}>
          Back
        </Button>
      </div>
      {isConfirming && (
        <ConfirmDialog
          title={isWaived ? 'Waive the payment?' : 'Record another amount?'}
          confirm={isWaived ? 'Yes, waive it' : `Record ${entered}`}
          cancel={isWaived ? 'Check the method' : 'Check the amount'}
          onConfirm={record}
          onCancel={() => setConfirming(false)}
        >
          <p>
            The amount due is <Money amount={price} />.{' '}
            {isWaived ? 'The family pays nothing.' : `You entered ${entered}.`} Both amounts and your reason are kept in
            the history.
          </p>
        </ConfirmDialog>
      )}
    </form>
  )
}

const Refusal = ({ words }: { words: string }) => (
  <Callout tone="bad">
    <p>{words}</p>
  </Callout>
)
