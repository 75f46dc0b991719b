import { useState } from 'react'
import { nicheApi } from '#contract/niches/api.ts'
import { registerApi } from '#contract/registers/api.ts'
import { useApi } from '#web/api/use-api.ts'
import { WaitingRequests } from '#web/second-person/WaitingRequests.tsx'
import { AllAtOnce } from '#web/ui/AllAtOnce.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DownloadButton } from '#web/ui/DownloadButton.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { FormActions } from '#web/ui/form/Form.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { Page } from '#web/ui/Page.tsx'
import { PastImports } from './PastImports.tsx'
import { ImportSteps } from './steps/ImportSteps.tsx'

export function RegistersPage() {
  return (
    <Page title="Registers" intro="Bring an old register into Columba, or take the present one out of it.">
      <AllAtOnce loading="Loading your draft...">
        <WaitingRequests acts={['undoImport']} />
        <ImportSteps>
          <Card title="Past imports">
            <PastImports />
          </Card>
          <Card title="Export">
            <ExportForm />
          </Card>
        </ImportSteps>
      </AllAtOnce>
    </Page>
  )
}

function ExportForm() {
  const [livingNRICs, setLivingNRICs] = useState(false)
  const [hall, setHall] = useState('')
  const halls = useApi(nicheApi.buildings, {}, { what: 'the halls' }).data ?? []
  return (
    <>
      <p>
        Niches and settled bookings as they are now, in the columns that the import reads. The file of people has the
        identity numbers of those whose day of death is recorded or whose urn is in its niche: keep it safe. All others,
        such as those of people with a pre-order, are left out unless you ask for them, which is only needed to move to
        another installation. A letter tells all admins which of the two was downloaded.
      </p>
      <SelectField
        label="Hall to export"
        options={[{ value: '', label: 'All halls' }, ...halls.map(({ buildingName }) => buildingName)]}
        value={hall}
        onChange={({ target }) => setHall(target.value)}
      />
      <Checkbox
        label="With the identity numbers of the living"
        checked={livingNRICs}
        onChange={() => setLivingNRICs(!livingNRICs)}
      />
      <FormActions>
        <DownloadButton
          endpoint={registerApi.export}
          input={{ query: { ...(livingNRICs && { livingNRICs: 'yes' }), ...(hall && { hall }) } }}
        >
          Download register (ZIP)
        </DownloadButton>
      </FormActions>
    </>
  )
}
