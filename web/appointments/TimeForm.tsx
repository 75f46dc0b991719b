import { useEffect } from 'react'
import { type BookingAppointment, TimeChoice } from '#contract/appointments/api.ts'
import { formatWeekday, toDay } from '#contract/dates.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Fieldset, Form, FormActions } from '#web/ui/Form.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { useZodForm } from '#web/ui/use-zod-form.ts'
import { TimeTiles } from './TimeTiles.tsx'
import { useChooseTime } from './use-choose-time.ts'

/** One of the free times: a day from the list, then a time with one tap. */
export function TimeForm({ booking }: { booking: BookingAppointment }) {
  const { days, others } = booking
  /** The day of another urn for the same niche, if it still has a time. */
  const shared = days.find(({ day }) => others.some(({ startsAt }) => toDay(new Date(startsAt)) === day))
  const form = useZodForm(TimeChoice, { day: (shared ?? days[0])?.day ?? '', time: '' })
  const { send, isMove, isPending } = useChooseTime(booking)
  const day = form.watch('day')
  const times = days.find((each) => each.day === day)?.times ?? []
  const { setValue } = form
  /** A time that is no longer free, or not on this day. */
  const isGone = !times.includes(form.watch('time'))
  useEffect(() => {
    if (isGone) setValue('time', '')
  }, [isGone, setValue])

  if (days.length === 0)
    return (
      <Callout>
        <p>No times are offered at the moment. Please propose one below, or call us.</p>
      </Callout>
    )
  return (
    <Form form={form} onSubmit={send} label="Free times">
      <Fieldset legend={isMove ? 'Choose another time' : 'Choose a day and time'}>
        <SelectField
          label="Day"
          options={days.map(({ day, times }) => ({ value: day, label: labelOf(day, times.length) }))}
          {...form.field('day')}
        />
        <TimeTiles times={times} field={form.field('time')} />
      </Fieldset>
      <FormActions>
        <Button type="submit" busy={isPending}>
          {isMove ? 'Change to this time' : 'Confirm this time'}
        </Button>
      </FormActions>
    </Form>
  )
}

/** Short enough for a narrow phone: `Wed, 25 Nov 2026 (3 free)`. */
const labelOf = (day: string, free: number) => `${formatWeekday(day).replace(/^(.{3})[a-z]*/, '$1')} (${free} free)`
