import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { spokenWeekday } from '#contract/appointments/appointment.ts'
import { toDay } from '#contract/dates.ts'
import { paperCode } from '#contract/documents/paper-code.ts'
import { orNotRecorded } from '#contract/registers/partial-date.ts'
import { urnApi } from '#contract/urns/api.ts'
import { basisLabels, type VerifiedPlacement } from '#contract/urns/placement.ts'
import { spoken, t, translate } from '#contract/words/t.ts'
import { useApi } from '#web/api/use-api.ts'
import { T } from '#web/core/T.tsx'
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
        title={t`Verify a placement certificate`}
        breadcrumb={false}
        narrow
        intro={t`Enter the code that is printed on the certificate, next to the QR code.`}
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
    <Form form={form} onSubmit={async (entered) => onEntered(entered.code)} label={t`Verify a certificate`}>
      <TextField label={t`Code`} {...codeInput} maxLength={100} {...form.field('code')} />
      <FormActions submit={t`Verify`} />
    </Form>
  )
}

function Answer({ code }: { code: string }) {
  const verified = useApi(urnApi.verify, { query: { code } })
  return (
    <QueryResult query={verified} loading={t`Loading the certificate...`} failure={t`This could not be verified.`}>
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
      title={takenOutAt ? t`This certificate no longer applies` : t`This certificate is genuine and applies`}
    >
      <p>
        {takenOutAt
          ? t`${house.name} issued it, but the urn has been taken out of the niche since then, on ${spoken().day(toDay(new Date(takenOutAt)))}.`
          : basis === 'enter'
            ? t`${house.name} issued it, and its register says that the urn is in this niche. Its staff have not looked yet.`
            : t`${house.name} issued it, and the urn is in this niche.`}
      </p>
      <div>
        <Facts
          facts={[
            [t`Name`, translate(orNotRecorded(beneficiaryName))],
            [t`Niche`, nicheCode],
            [t`Place`, translate(nichePlace)],
            [translate(basisLabels[basis]), spokenWeekday(toDay(new Date(placedAt)))],
          ]}
        />
      </div>
    </Callout>
  )
}

const Unknown = () => (
  <Callout tone="warning" title={t`No certificate has this code`}>
    <p>
      <T>
        Please compare each character with the paper. If it is right, we did not issue this certificate; please call{' '}
        <TelephoneLink />.
      </T>
    </p>
  </Callout>
)
