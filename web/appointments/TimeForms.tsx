import { useEffect } from 'react'
import { appointmentApi, type BookingAppointment, Proposal, TimeChoice } from '#contract/appointments/api.ts'
import { isExpected, spokenWeekday } from '#contract/appointments/appointment.ts'
import { appointmentActionsFor } from '#contract/appointments/transitions.ts'
import { toDay } from '#contract/dates.ts'
import { t } from '#contract/words/t.ts'
import { serverDay } from '#web/api/server-clock.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { useSignedIn } from '#web/session/session.ts'
import { Callout } from '#web/ui/Callout.tsx'
import common from '#web/ui/common.module.css'
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx'
import { FieldRow, Fieldset, Form, FormActions } from '#web/ui/form/Form.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { DateField, TextField, type TextFieldProps } from '#web/ui/form/TextField.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import styles from './Appointment.module.css'
import { appointmentReads } from './appointment-reads.ts'
import { appointmentStateOf } from './appointment-state.ts'
import { aboutDay } from './calendar-days.ts'
import { DayCalendar } from './DayCalendar.tsx'

export function TimeForm({ booking }: { booking: BookingAppointment }) {
  if (booking.days.length > 0) return <FreeTimes booking={booking} />
  return (
    <Callout>
      <p>{t`No times are offered at the moment. Please propose one below, or call us.`}</p>
    </Callout>
  )
}

/** A day of the calendar, then a time with one tap. Begins with a day that has free times, so there must be one. */
function FreeTimes({ booking }: { booking: BookingAppointment }) {
  const { days, others, appointment } = booking
  const dayOf = (each: { startsAt: string }) => days.find(({ day }) => toDay(new Date(each.startsAt)) === day)
  /**
   * The likely choice: the day of this appointment, or of another urn for the same niche, if it still has free times.
   */
  const likely = [...(appointment ? [appointment] : []), ...others].map(dayOf).find(Boolean)
  const form = useZodForm(TimeChoice, { day: (likely ?? days[0])?.day ?? '', time: '' })
  const { send, isMove } = useChooseTime(booking)
  const day = form.watch('day')
  const times = days.find((each) => each.day === day)?.times ?? []
  const { setValue } = form
  /** The chosen time has been taken, or belongs to another day. */
  const isGone = !times.includes(form.watch('time'))
  useEffect(() => {
    if (isGone) setValue('time', '')
  }, [isGone, setValue])

  return (
    <Form form={form} onSubmit={send} label={t`Free times`}>
      <Fieldset legend={isMove ? t`Choose another time` : t`Choose a day and time`}>
        <DayCalendar offer={booking} selected={day} onSelect={(day) => setValue('day', day)}>
          <div>
            <h3>{spokenWeekday(day)}</h3>
            {aboutDay(day).map((words) => (
              <p key={words}>{words}</p>
            ))}
          </div>
          <ChoiceField
            legend={t`Time`}
            layout="tiles"
            choices={times.map((time) => ({ value: time, label: time }))}
            {...form.field('time')}
          />
          <FormActions submit={isMove ? t`Change to this time` : t`Confirm this time`} />
        </DayCalendar>
      </Fieldset>
    </Form>
  )
}

/** A time that is not in the list: the family proposes it, a clerk sets it. */
export function OtherTimeForm({ booking }: { booking: BookingAppointment }) {
  const { role } = useSignedIn()
  const mayPropose = appointmentActionsFor(appointmentStateOf(booking.appointment), 'user').includes('propose')
  if (role === 'user' && !mayPropose) return null
  return (
    <details className={`${common.ruled} ${styles.other}`}>
      <summary>{role === 'user' ? t`None of these times suits us` : 'Another time'}</summary>
      {role === 'user' ? <ProposalForm bookingID={booking.bookingID} /> : <StaffTimeForm booking={booking} />}
    </details>
  )
}

function ProposalForm({ bookingID }: { bookingID: string }) {
  const form = useZodForm(Proposal, { day: '', time: '', message: '' })
  const propose = useApiMutation(appointmentApi.propose, {
    done: t`Thank you. We will write to you once the time is confirmed.`,
    onConflict: () => undefined,
    invalidates: appointmentReads,
  })
  return (
    <Form
      form={form}
      onSubmit={(body) => propose.mutateAsync({ body: { bookingID, ...body } })}
      label={t`Propose a time`}
    >
      <DayAndTime field={form.field} />
      <TextArea label={t`Message`} optional rows={2} {...form.field('message')} />
      <FormActions submit={t`Propose this time`} variant="secondary" />
    </Form>
  )
}

function StaffTimeForm({ booking }: { booking: BookingAppointment }) {
  const form = useZodForm(TimeChoice, { day: '', time: '' })
  const { send } = useChooseTime(booking)
  return (
    <Form form={form} onSubmit={send} label="Another time">
      <DayAndTime field={form.field} />
      <FormActions submit="Set this time" variant="secondary" />
    </Form>
  )
}

const DayAndTime = ({ field }: { field: (name: keyof TimeChoice) => Omit<TextFieldProps, 'label'> }) => (
  <FieldRow>
    <DateField label={t`Day`} min={serverDay()} {...field('day')} />
    <TextField label={t`Time`} type="time" help={t`Singapore time`} {...field('time')} />
  </FieldRow>
)

/** Makes the appointment, or moves the one there is. If the time has been taken, the free times are loaded again. */
function useChooseTime({ bookingID, appointment }: BookingAppointment) {
  const options = { invalidates: appointmentReads, onConflict: () => undefined }
  const choose = useApiMutation(appointmentApi.choose, { ...options, done: t`The appointment is confirmed.` })
  const move = useApiMutation(appointmentApi.move, { ...options, done: t`The appointment has been moved.` })
  const moved = appointment && isExpected(appointment.status) ? appointment : undefined
  const send = ({ day, time }: TimeChoice) =>
    moved
      ? move.mutateAsync({ body: { appointmentID: moved.appointmentID, version: moved.version, day, time } })
      : choose.mutateAsync({ body: { bookingID, day, time } })
  return { send, isMove: moved !== undefined }
}
