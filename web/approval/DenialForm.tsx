import { useId, useRef } from 'react'
import { z } from 'zod'
import { type ApprovalDetail, bookingApi } from '#contract/bookings/api.ts'
import { secondsToUndoDenial } from '#contract/bookings/booking.ts'
import { moveRefusals } from '#contract/bookings/refusals.ts'
import { actionsFor, explainRefusal } from '#contract/bookings/transitions.ts'
import { houseApi, linesOf } from '#contract/house/api.ts'
import { required } from '#contract/schema-parts.ts'
import { useApi } from '#web/api/use-api.ts'
import { bookingStateOfDetail, isUnpaid } from '#web/bookings/booking-actions.ts'
import { logFailure } from '#web/core/log-failure.ts'
import { readsIn } from '#web/core/reads-in.ts'
import { toast } from '#web/core/toast.tsx'
import { Button } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { Form } from '#web/ui/form/Form.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { NoteField } from '#web/ui/form/TextArea.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import { toastWithUndo } from '#web/ui/toast-with-undo.tsx'
import { useDebouncedValue } from '#web/ui/use-debounced-value.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import styles from './Decision.module.css'
import { sayOnceSent, sent, untilItLeavesMs, useBookingDecision, useUndoDenial } from './use-booking-decision.ts'
import type { DecidingProps } from './use-deciding.ts'

const Denial = z.object({ reason: required('Please provide a reason for denial.', 500) })

/** The reason goes to the family as it is written here. */
export function DenialForm({ booking, isLeaving, hasNext, onDone, onConflict }: DecidingProps) {
  const { bookingID, email, language, version } = booking
  const state = bookingStateOfDetail(booking)
  const whyID = useId()
  const opensNext = useRef(false)
  const form = useZodForm(Denial, { reason: '' })
  const { undo } = useUndoDenial(bookingID)
  const texts = linesOf(useApi(houseApi.denialReasons, {}, { what: 'templates for denials' }).data?.reasons ?? '')
  /** A text is added after what was typed. */
  const begin = (text: string) =>
    form.setValue('reason', [form.getValues('reason').trim(), text].filter(Boolean).join(' ').slice(0, 500))
  const isUrnRequest = booking.urnRequest !== null
  /** An unpaid booking has nothing to give back. */
  const waits = isUrnRequest || !isUnpaid(state)
  const deny = useBookingDecision(
    bookingApi.deny,
    { refused: 'Email failed to send.', failed: 'Failed to send email.' },
    {
      onConflict,
      onDone: (decided) => {
        if (waits) {
          toastWithUndo(whatWaits(booking), 'Until then nothing has left the house.', undo, untilItLeavesMs)
          sayOnceSent(bookingID).catch((error) => logFailure('Could not ask about the letter of a denial', error))
        } else toast.success(sent)
        onDone(decided, opensNext.current)
      },
    },
  )
  useShortcuts({ d: hasNext ? () => form.setFocus('reason') : undefined })
  const isAllowed = actionsFor(state, 'staff').includes('deny') && !isLeaving

  return (
    <div className={`${common.stack3} ${styles.part}`}>
      <Form
        form={form}
        onSubmit={({ reason }) => deny.mutate({ body: { to: email ?? '', reason, bookingID, version } })}
        label="Denial"
      >
        <div className={common.stack3}>
          {texts.length > 0 && (
            <SelectField
              label="Start from a template"
              placeholder="Please choose"
              options={texts}
              value=""
              onChange={({ target }) => begin(target.value)}
            />
          )}
          <NoteField
            label="Reason"
            help={`This text is emailed to ${email}.${readsIn(language)}`}
            {...form.field('reason')}
          />
          <DenialLetter bookingID={bookingID} reason={form.watch('reason')} />
          <div className={`${common.row3} ${styles.buttons}`}>
            <Button
              type="submit"
              variant="danger"
              disabled={!isAllowed}
              busy={deny.isPending}
              aria-describedby={whyID}
              onClick={() => {
                opensNext.current = false
              }}
            >
              Submit Denial
            </Button>
            {hasNext && (
              <Button
                type="submit"
                variant="secondary"
                disabled={!isAllowed || deny.isPending}
                onClick={() => {
                  opensNext.current = true
                }}
              >
                Deny and open next
              </Button>
            )}
          </div>
          <p id={whyID} className={styles.why}>
            {isAllowed || isLeaving ? effectOf(isUrnRequest) : moveRefusals[explainRefusal(state, 'deny')]}
          </p>
        </div>
      </Form>
    </div>
  )
}

const whatWaits = ({ urnRequest, paymentStatus }: ApprovalDetail) => {
  const leaves = !urnRequest && paymentStatus === 'Paid' ? 'Letter and refund leave' : 'The letter leaves'
  return `${urnRequest ? 'Request' : 'Booking'} denied. ${leaves} in ${secondsToUndoDenial} seconds.`
}

const effectOf = (isUrnRequest: boolean) =>
  isUrnRequest
    ? 'The booking stays as it was before the request, and no money moves.'
    : 'The booking is cancelled, its place in the niche is free again, and what was paid goes back.'

/** The letter as the family will read it, from the function that sends it. Follows what is typed. */
function DenialLetter({ bookingID, reason }: { bookingID: string; reason: string }) {
  const typed = useDebouncedValue(reason.trim(), 400)
  const preview = useApi(
    bookingApi.previewDenial,
    { body: { bookingID, reason: typed } },
    { what: 'letter of denial', enabled: typed !== '' && typed.length <= 500, keepPrevious: true },
  )
  if (reason.trim() === '' || !preview.data) return null
  const { to, subject, text } = preview.data
  return (
    <details open className={styles.letter}>
      <summary>The letter to the family</summary>
      <p className={styles.why}>To {to}</p>
      <p>
        <strong>{subject}</strong>
      </p>
      <p className={`${common.lines} ${styles.text}`}>{text.trim()}</p>
    </details>
  )
}
