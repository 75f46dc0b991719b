import { useState } from 'react'
import { dashboardApi, Period } from '#contract/dashboard/api.ts'
import { toFieldErrors } from '#contract/field-errors.ts'
import { urlFor } from '#web/api/request.ts'
import { serverDay } from '#web/api/server-clock.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FieldRow, FormActions } from '#web/ui/Form.tsx'
import { DateField } from '#web/ui/TextField.tsx'

/** Navigates to the file, so that the browser saves a long export to disk instead of holding it in memory. */
export function ExportForm() {
  const today = serverDay()
  const [period, setPeriod] = useState({ from: `${today.slice(0, 4)}-01-01`, to: today })
  const parsed = Period.safeParse(period)
  const errors = parsed.success ? {} : toFieldErrors(parsed.error)

  const download = (endpoint: typeof dashboardApi.bookingsCsv | typeof dashboardApi.paymentsCsv) => {
    if (parsed.success) window.location.assign(urlFor(endpoint, { query: parsed.data }))
  }
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
        <Button variant="secondary" disabled={!parsed.success} onClick={() => download(dashboardApi.bookingsCsv)}>
          Download bookings (CSV)
        </Button>
        <Button variant="secondary" disabled={!parsed.success} onClick={() => download(dashboardApi.paymentsCsv)}>
          Download payments (CSV)
        </Button>
      </FormActions>
    </Card>
  )
}
