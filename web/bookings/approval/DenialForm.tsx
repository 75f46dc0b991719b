import { useId, useRef } from 'react'
import { z } from 'zod'
import { bookingApi } from '#contract/bookings/api.ts'
import { moveRefusals } from '#contract/bookings/refusals.ts'
import { actionsFor, explainRefusal } from '#contract/bookings/transitions.ts'
import { required } from '#contract/schema-parts.ts'
import { bookingStateOfDetail } from '#web/bookings/booking-actions.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { useZodForm } from '#web/ui/use-zod-form.ts'
import styles from './Decision.module.css'
import { type DecidingProps, type DecisionMessages, useBookingDecision } from './use-booking-decision.ts'

const denial: DecisionMessages = {
  done: 'Denial email sent.',
  refused: 'Email failed to send.',
  failed: 'Failed to send email.',
}

const Denial = z.object({ reason: required('Please provide a reason for denial.', 500) })

/** The reason goes to the family as it is written here. */
export function DenialForm({ booking, isLeaving, hasNext, onDone, onConflict }: DecidingProps) {
  const whyID = useId()
  const opensNext = useRef(false)
  const form = useZodForm(Denial, { reason: '' })
  const deny = useBookingDecision(bookingApi.deny, denial, {
    onConflict,
    onDone: (decided) => onDone(decided, opensNext.current),
  })
  useShortcuts({ d: hasNext ? () => form.setFocus('reason') : undefined })
  const { bookingID, email, version } = booking
  const state = bookingStateOfDetail(booking)
  const isAllowed = actionsFor(state, 'staff').includes('deny') && !isLeaving

  return (
    <div className={styles.part}>
      <Form
        form={form}
        onSubmit={({ reason }) => deny.mutate({ body: { to: email ?? '', reason, bookingID, version } })}
        label="Denial"
      >
        <div className={styles.fields}>
          <TextArea
            label="Reason"
            rows={3}
            maxLength={500}
            help={`This text is e-mailed to ${email}.`}
            {...form.field('reason')}
          />
          <div className={styles.buttons}>
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
            {isAllowed || isLeaving
              ? effectOf(booking.urnRequest !== null)
              : moveRefusals[explainRefusal(state, 'deny')]}
          </p>
        </div>
      </Form>
    </div>
  )
}

const effectOf = (isUrnRequest: boolean) =>
  isUrnRequest
    ? 'The booking stays as it was before the request, and no money moves.'
    : 'The booking is cancelled, its place in the niche is free again, and what was paid goes back.'
