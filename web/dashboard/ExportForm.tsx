import { useState } from 'react'
import { dashboardApi, Period } from '#contract/dashboard/api.ts'
import { serverDay } from '#web/api/server-clock.ts'
import { Card } from '#web/ui/Card.tsx'
import { DownloadButton } from '#web/ui/DownloadButton.tsx'
import { FormActions } from '#web/ui/form/Form.tsx'
import { PeriodFields } from '#web/ui/form/PeriodFields.tsx'

export function ExportForm() {
  const today = serverDay()
  const [period, setPeriod] = useState({ from: `${today.slice(0, 4)}-01-01`, to: today })
  const isValid = Period.safeParse(period).success
  return (
    <Card title="Export">
      <PeriodFields period={period} onChange={setPeriod} />
      <FormActions>
        <DownloadButton endpoint={dashboardApi.bookingsCsv} input={{ query: period }} disabled={!isValid}>
          Download bookings (CSV)
        </DownloadButton>
        <DownloadButton endpoint={dashboardApi.paymentsCsv} input={{ query: period }} disabled={!isValid}>
          Download payments (CSV)
        </DownloadButton>
      </FormActions>
    </Card>
  )
}
