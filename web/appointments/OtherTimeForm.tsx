import { appointmentApi, type BookingAppointment, Proposal, TimeChoice } from '#contract/appointments/api.ts'
import { appointmentActionsFor } from '#contract/appointments/transitions.ts'
import { serverDay } from '#web/api/server-clock.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { useSignedIn } from '#web/session/session.ts'
import { FieldRow, Form, FormActions } from '#web/ui/form/Form.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { DateField, TextField, type TextFieldProps } from '#web/ui/form/TextField.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import styles from './Appointment.module.css'
import { appointmentReads } from './appointment-reads.ts'
import { appointmentStateOf } from './appointment-state.ts'
import { useChooseTime } from './use-choose-time.ts'

/** A time that is not in the list: the family proposes it, a clerk sets it. */
export function OtherTimeForm({ booking }: { booking: BookingAppointment }) {
  const { role } = useSignedIn()
  const mayPropose = appointmentActionsFor(appointmentStateOf(booking.appointment), 'user').includes('propose')
  if (role === 'user' && !mayPropose) return null
  return (
    <details className={styles.other}>
      <summary>{role === 'user' ? 'None of these times suits us' : 'Another time'}</summary>
      {role === 'user' ? <ProposalForm bookingID={booking.bookingID} /> : <StaffTimeForm booking={booking} />}
    </details>
  )
}

function ProposalForm({ bookingID }: { bookingID: string }) {
  const form = useZodForm(Proposal, { day: '', time: '', message: '' })
  const propose = useApiMutation(appointmentApi.propose, {
    done: 'Thank you. We will write to you once the time is confirmed.',
    onConflict: () => undefined,
    invalidates: appointmentReads,
  })
  return (
    <Form form={form} onSubmit={(body) => propose.mutateAsync({ body: { bookingID, ...body } })} label="Propose a time">
      <DayAndTime field={form.field} />
      <TextArea label="Message" optional rows={2} {...form.field('message')} />
      <FormActions submit="Propose this time" variant="secondary" />
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
    <DateField label="Day" min={serverDay()} {...field('day')} />
    <TextField label="Time" type="time" help="Singapore time" {...field('time')} />
  </FieldRow>
)
