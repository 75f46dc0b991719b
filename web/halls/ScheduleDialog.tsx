import { appointmentApi, ScheduleForm } from '#contract/appointments/api.ts'
import { everyDay, weekdays } from '#contract/appointments/hours.ts'
import { type HallOverview, hallApi } from '#contract/halls/api.ts'
import { useApi, useApiMutation, useUpToDate } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { useCloseDialog } from '#web/ui/dialog/DialogButton.tsx'
import { FieldRow, Form, FormActions } from '#web/ui/form/Form.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import { QueryResult } from '#web/ui/QueryResult.tsx'

/** The hours in which the hall receives families who bring an urn. */
export function ScheduleDialog({ hall: { buildingID, buildingName } }: { hall: HallOverview }) {
  const schedules = useUpToDate(useApi(appointmentApi.schedules, {}, { what: 'placement hours' }))
  return (
    <Dialog title={`Placement hours of ${buildingName}`}>
      <QueryResult query={schedules} loading="Loading the hours..." failure="The hours could not be loaded.">
        {(saved) => (
          <Hours
            schedule={saved.find((each) => each.buildingID === buildingID) ?? usual(buildingID)}
            others={saved.filter((each) => each.buildingID !== buildingID)}
          />
        )}
      </QueryResult>
    </Dialog>
  )
}

/** These hours are filled in for a hall that has none; nothing applies until it is saved. */
const usual = (buildingID: string): ScheduleForm => ({
  buildingID,
  exceptions: '',
  slotMinutes: 60,
  capacity: 1,
  ...everyDay('9:00-17:00'),
  sunday: '',
})

interface HoursProps {
  schedule: ScheduleForm
  /** Schedules of other halls, which can be copied. */
  others: readonly ScheduleForm[]
}

function Hours({ schedule, others }: HoursProps) {
  const close = useCloseDialog()
  const form = useZodForm(ScheduleForm, schedule)
  const save = useApiMutation(appointmentApi.saveSchedule, {
    done: ({ outside }) =>
      outside === 0 ? 'The hours have been saved.' : `The hours have been saved. ${stays(outside)}`,
    onSuccess: close,
    invalidates: [hallApi.list, appointmentApi.schedules, appointmentApi.forBooking],
  })
  return (
    <Form form={form} onSubmit={(body) => save.mutateAsync({ body })}>
      <p>
        Hours such as 9:00-12:00, 13:00-17:00. A day without hours is closed. Families choose from the second working
        day after today on.
      </p>
      {others.length > 0 && (
        <CopyHours
          others={others}
          onCopy={(copied) => form.reset({ ...copied, buildingID: schedule.buildingID }, { keepDefaultValues: true })}
        />
      )}
      {weekdays.map((weekday) => (
        <TextField key={weekday} label={weekday.charAt(0).toUpperCase() + weekday.slice(1)} {...form.field(weekday)} />
      ))}
      <TextArea
        label="Exceptions"
        optional
        rows={3}
        help="One day on each line, such as 2026-12-25: closed or 2026-12-24: 9:00-12:00."
        {...form.field('exceptions')}
      />
      <FieldRow>
        <TextField label="Minutes for each family" inputMode="numeric" {...form.field('slotMinutes')} />
        <TextField label="Families at a time" inputMode="numeric" {...form.field('capacity')} />
      </FieldRow>
      <FormActions submit="Save" onCancel={close} />
    </Form>
  )
}

function CopyHours({ others, onCopy }: { others: readonly ScheduleForm[]; onCopy: (schedule: ScheduleForm) => void }) {
  const halls = useApi(hallApi.list, {}, { what: 'halls' })
  const nameOf = (buildingID: string) => halls.data?.find((hall) => hall.buildingID === buildingID)?.buildingName ?? ''
  return (
    <div>
      {others.map((each) => (
        <Button key={each.buildingID} small variant="secondary" onClick={() => onCopy(each)}>
          Copy those of {nameOf(each.buildingID)}
        </Button>
      ))}
    </div>
  )
}

const stays = (outside: number) =>
  outside === 1
    ? '1 appointment is outside of them and stays as it is.'
    : `${outside} appointments are outside of them and stay as they are.`
