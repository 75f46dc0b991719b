import { useEffect } from 'react'
import { type BookingAppointment, TimeChoice } from '#contract/appointments/api.ts'
import { formatWeekday, toDay } from '#contract/dates.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx'
import { Fieldset, Form, FormActions } from '#web/ui/form/Form.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import { aboutDay } from './calendar-days.ts'
import { DayCalendar } from './DayCalendar.tsx'
import { useChooseTime } from './use-choose-time.ts'

export function TimeForm({ booking }: { booking: BookingAppointment }) {
  if (booking.days.length > 0) return <FreeTimes booking={booking} />
  return (
    <Callout>
      <p>No times are offered at the moment. Please propose one below, or call us.</p>
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
    <Form form={form} onSubmit={send} label="Free times">
      <Fieldset legend={isMove ? 'Choose another time' : 'Choose a day and time'}>
        <DayCalendar offer={booking} selected={day} onSelect={(day) => setValue('day', day)}>
          <div>
            <h3>{formatWeekday(day)}</h3>
            {aboutDay(day).map((words) => (
              <p key={words}>{words}</p>
            ))}
          </div>
          <ChoiceField
            legend="Time"
            layout="tiles"
            choices={times.map((time) => ({ value: time, label: time }))}
            {...form.field('time')}
          />
          <FormActions submit={isMove ? 'Change to this time' : 'Confirm this time'} />
        </DayCalendar>
      </Fieldset>
    </Form>
  )
}
