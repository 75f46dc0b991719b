import { useState } from 'react'
import { dashboardApi, Period } from '#contract/dashboard/api.ts'
import { toFieldErrors } from '#contract/field-errors.ts'
import { serverDay } from '#web/api/server-clock.ts'
import { Card } from '#web/ui/Card.tsx'
import { DownloadButton } from '#web/ui/DownloadButton.tsx'
import { FormActions } from '#web/ui/form/Form.tsx'
import { PeriodFields } from '#web/ui/form/PeriodFields.tsx'

export function ExportForm() {
  const today = serverDay()
  const [period, setPeriod] = useState({ from: `${today.slice(0, 4)}-01-01`, to: today })
  const parsed = Period.safeParse(period)
  const errors = parsed.success ? {} : toFieldErrors(parsed.error)
  return (
    <Card title="Export">
      <PeriodFields period={period} errors={errors} onChange={setPeriod} />
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
