import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { formatDay, formatWeekday, toDay } from '#contract/dates.ts'
import { paperCode } from '#contract/documents/paper-code.ts'
import { orNotRecorded } from '#contract/registers/partial-date.ts'
import { urnApi } from '#contract/urns/api.ts'
import { basisLabels, type VerifiedPlacement } from '#contract/urns/placement.ts'
import { useApi } from '#web/api/use-api.ts'
import { TelephoneLink } from '#web/session/ContactLinks.tsx'
import { useHouse } from '#web/session/house.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { Facts } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { Form, FormActions } from '#web/ui/form/Form.tsx'
import { codeInput, TextField } from '#web/ui/form/TextField.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'

/** Anyone can verify a placement certificate here. Its QR code fills in the code. */
export function VerifyPlacementPage() {
  const [search, setSearch] = useSearchParams()
  const code = search.get('code') ?? ''
  return (
    <div className={`${common.width} ${common.visitors}`}>
      <Page
        title="Verify a placement certificate"
        breadcrumb={false}
        narrow
        intro="Enter the code that is printed on the certificate, next to the QR code."
      >
        <CodeForm key={code} code={code} onEntered={(entered) => setSearch({ code: entered })} />
        <div role="status">{code && (paperCode.safeParse(code).success ? <Answer code={code} /> : <Unknown />)}</div>
      </Page>
    </div>
  )
}

const CodeEntry = z.object({ code: paperCode })

function CodeForm({ code, onEntered }: { code: string; onEntered: (code: string) => void }) {
  const form = useZodForm(CodeEntry, { code })
  return (
    <Form form={form} onSubmit={async (entered) => onEntered(entered.code)} label="Verify a certificate">
      <TextField label="Code" {...codeInput} maxLength={100} {...form.field('code')} />
      <FormActions submit="Verify" />
    </Form>
  )
}

function Answer({ code }: { code: string }) {
  const verified = useApi(urnApi.verify, { query: { code } })
  return (
    <QueryResult query={verified} loading="Loading the certificate..." failure="This could not be verified.">
      {({ placement }) => (placement ? <Placement placement={placement} /> : <Unknown />)}
    </QueryResult>
  )
}

function Placement({ placement }: { placement: VerifiedPlacement }) {
  const house = useHouse()
  const { beneficiaryName, nicheCode, nichePlace, basis, placedAt, takenOutAt } = placement
  return (
    <Callout
      tone={takenOutAt ? 'warning' : 'good'}
      title={takenOutAt ? 'This certificate no longer applies' : 'This certificate is genuine and applies'}
    >
      <p>
        {takenOutAt
          ? `${house.name} issued it, but the urn has been taken out of the niche since then, on ${formatDay(toDay(new Date(takenOutAt)))}.`
          : basis === 'enter'
            ? `${house.name} issued it, and its register says that the urn is in this niche. Its staff have not looked yet.`
            : `${house.name} issued it, and the urn is in this niche.`}
      </p>
      <div>
        <Facts
          facts={[
            ['Name', orNotRecorded(beneficiaryName)],
            ['Niche', nicheCode],
            ['Place', nichePlace],
            [basisLabels[basis], formatWeekday(toDay(new Date(placedAt)))],
          ]}
        />
      </div>
    </Callout>
  )
}

const Unknown = () => (
  <Callout tone="warning" title="No certificate has this code">
    <p>
      Please compare each character with the paper. If it is right, we did not issue this certificate; please call{' '}
      <TelephoneLink />.
    </p>
  </Callout>
)
