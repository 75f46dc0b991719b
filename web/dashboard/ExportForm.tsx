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
  return (
    <Card title="Export">
      <FieldRow>
        <DateField
          label="From"
          value={period.from}
          max={today}
          error={errors.from}
          onChange={(event) => setPeriod({ ...period, from: event.target.value })}
        />
        <DateField
          label="To"
          value={period.to}
          max={today}
          error={errors.to}
          onChange={(event) => setPeriod({ ...period, to: event.target.value })}
        />
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
