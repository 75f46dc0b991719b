import { useState } from 'react'
import { dashboardApi, Period } from '#contract/dashboard/api.ts'
import { toFieldErrors } from '#contract/field-errors.ts'
import { serverDay } from '#web/api/server-clock.ts'
import { Card } from '#web/ui/Card.tsx'
import { DownloadButton } from '#web/ui/DownloadButton.tsx'
import { FieldRow, FormActions } from '#web/ui/form/Form.tsx'
import { DateField } from '#web/ui/form/TextField.tsx'

export function ExportForm() {
  const today = serverDay()
  const [period, setPeriod] = useState({ from: `${today.slice(0, 4)}-01-01`, to: today })
  const parsed = Period.safeParse(period)
  const errors = parsed.success ? {} : toFieldErrors(parsed.error)
  const field = (name: keyof typeof period) => ({
    value: period[name],
    max: today,
    error: errors[name],
    onChange: (event: { target: { value: string } }) => setPeriod({ ...period, [name]: event.target.value }),
  })
  return (
    <Card title="Export">
      <FieldRow>
        <DateField label="From" {...field('from')} />
        <DateField label="To" {...field('to')} />
      </FieldRow>
      <FormActions>
        <DownloadButton endpoint={dashboardApi.bookingsCsv} input={{ query: period }} disabled={!parsed.success}>
          Download bookings (CSV)
        </DownloadButton>
        <DownloadButton endpoint={dashboardApi.paymentsCsv} input={{ query: period }} disabled={!parsed.success}>
          Download payments (CSV)
        </DownloadButton>
      </FormActions>
    </Card>
  )
}
