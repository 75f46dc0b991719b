import { formatAppointment } from '#contract/appointments/appointment.ts'
import { familyApi, type SharedPerson } from '#contract/family/api.ts'
import { notRecorded } from '#contract/registers/partial-date.ts'
import { t, translate } from '#contract/words/t.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApi } from '#web/api/use-api.ts'
import { useAddressToken } from '#web/core/use-address-token.ts'
import { LocationCard } from '#web/niches/LocationCard.tsx'
import { Steps } from '#web/person/Steps.tsx'
import { useHouse, useHouseTexts } from '#web/session/house.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { Card, Facts } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { Loading } from '#web/ui/Loading.tsx'
import { NameByScript } from '#web/ui/NameByScript.tsx'
import { Page } from '#web/ui/Page.tsx'
import styles from './SharedPersonPage.module.css'

/** What a family link shows. The page is read-only. */
export function SharedPersonPage() {
  const token = useAddressToken()
  const shown = useApi(familyApi.show, { body: { token } }, { what: 'the shared page', enabled: token !== '' })
  const problem = token ? shown.error && toErrorMessage(shown.error) : t`This link is not complete.`
  return (
    <div className={`${common.width} ${common.visitors}`}>
      <Page
        title={shown.data ? <NameByScript name={shown.data.name || translate(notRecorded)} /> : t`Shared with you`}
        breadcrumb={false}
      >
        <div role="alert">{problem && <Callout tone="warning">{problem}</Callout>}</div>
        {!problem && !shown.data && <Loading words={t`Loading the page...`} />}
        {shown.data && <Shown person={shown.data} />}
      </Page>
    </div>
  )
}

const Shown = ({ person: { directions, steps, appointment, ...niche } }: { person: SharedPerson }) => (
  <div className={`${common.stack5} ${styles.columns}`}>
    <div className={`${common.stack5} ${styles.column}`}>
      {appointment && (
        <div>
          <h2>{t`The urn is placed on`}</h2>
          <p>{t`${formatAppointment(new Date(appointment.startsAt), new Date(appointment.endsAt))}, Singapore time`}</p>
        </div>
      )}
      <Steps steps={steps} />
      <p className={common.help}>{t`Your family shares this page with you. Only they can change something.`}</p>
    </div>
    <div className={common.stack5}>
      <LocationCard niche={niche} directions={directions} />
      <Visiting />
    </div>
  </div>
)

/** Says when we are open, and where the house is. */
function Visiting() {
  const { name, address } = useHouse()
  const { allVisitingHours, counterHoursLine } = useHouseTexts()
  const map = `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${name}, ${address}`)}`
  return (
    <Card title={t`When you visit`}>
      <Facts
        facts={[
          allVisitingHours && [t`The halls`, allVisitingHours],
          counterHoursLine && [t`The counter`, counterHoursLine],
          address && [
            t`Address`,
            <>
              {name}, {address}.{' '}
              <a href={map} target="_blank" rel="noreferrer">
                {t`Open in a map`}
              </a>
            </>,
          ],
        ]}
      />
    </Card>
  )
}
