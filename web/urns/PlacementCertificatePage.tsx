import { useSearchParams } from 'react-router'
import { formatWeekday, toDay, toTime } from '#contract/dates.ts'
import { issuerLine } from '#contract/house/house-texts.ts'
import { placeLabel, saysPlace } from '#contract/niches/niche.ts'
import { pathTo } from '#contract/pages.ts'
import { dateOrNotRecorded, orNotRecorded } from '#contract/registers/partial-date.ts'
import { describeTerm } from '#contract/rights/term.ts'
import { urnApi } from '#contract/urns/api.ts'
import { basisLabels, type PlacementBasis, type PlacementCertificate } from '#contract/urns/placement.ts'
import { isNotFound } from '#web/api/api-error.ts'
import { useApi } from '#web/api/use-api.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { HouseLogo, HouseSeal } from '#web/session/HouseLogo.tsx'
import { useHouse } from '#web/session/house.ts'
import { Facts } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { NameByScript } from '#web/ui/NameByScript.tsx'
import { Page } from '#web/ui/Page.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { PrintedSheet, SheetHouse } from '#web/ui/PrintedSheet.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import styles from './PlacementCertificate.module.css'

/** Designed to be printed and kept. */
export function PlacementCertificatePage() {
  const [search] = useSearchParams()
  const certificate = useApi(urnApi.certificate, { query: { bookingID: search.get('bookingID') ?? '' } })
  return (
    <Page
      title="Placement certificate"
      narrow
      actions={certificate.data && <PrintButton>Print certificate</PrintButton>}
    >
      <QueryResult
        query={certificate}
        loading="Loading the certificate..."
        failure={
          isNotFound(certificate.error)
            ? 'There is no certificate for this booking, because its urn is not in a niche at present.'
            : 'The certificate could not be loaded just now.'
        }
      >
        {(data) => <Sheet certificate={data} />}
      </QueryResult>
    </Page>
  )
}

const words: Record<PlacementBasis, { before: string; after: (day: string) => string }> = {
  place: { before: 'was placed in niche', after: (day) => ` on ${day}.` },
  see: { before: 'is in niche', after: (day) => `. Two members of our staff saw it there on ${day}.` },
  enter: {
    before: 'is in niche',
    after: () => ' according to our register. Our staff have not looked into the niche yet.',
  },
}

function Sheet({ certificate }: { certificate: PlacementCertificate }) {
  const house = useHouse()
  const { bookingID, beneficiaryName, dateOfBirth, dateOfDeath, nicheCode, nichePlace, basis, placedAt, code } =
    certificate
  const { before, after } = words[basis]
  const at = new Date(placedAt)
  const address = location.origin + pathTo('verifyPlacement', { code })
  return (
    <PrintedSheet
      issuer={issuerLine(house)}
      code={{ value: address, title: 'QR code that verifies this certificate' }}
      codeWords={
        <>
          To verify this certificate, scan the code, or go to{' '}
          <a href={address}>{location.origin + pathTo('verifyPlacement')}</a> and enter
          <span className={styles.code}>{code}</span>
        </>
      }
      seal={<HouseSeal />}
    >
      <div className={`${common.stack4} ${styles.arch}`}>
        <header className={`${common.stack2} ${styles.head}`}>
          <HouseLogo size={44} />
          <SheetHouse name={house.name} />
        </header>
        <p>
          We confirm that the urn of
          <strong className={styles.name}>
            <NameByScript name={orNotRecorded(beneficiaryName)} />
          </strong>
          {before} <span className={styles.niche}>{nicheCode}</span>
          <Unbroken text={after(formatWeekday(toDay(at)))} />
        </p>
      </div>
      <Facts
        facts={[
          ['Date of birth', dateOrNotRecorded(dateOfBirth)],
          ['Date of death', dateOrNotRecorded(dateOfDeath)],
          ['Niche', saysPlace(certificate) ? `${placeLabel(certificate)}, code ${nicheCode}` : nicheCode],
          ['Place', nichePlace],
          [basisLabels[basis], `${formatWeekday(toDay(at))}, ${toTime(at)}, Singapore time`],
          ['Booking', bookingID],
          ...(certificate.right ? [['Right to the niche', describeTerm(certificate.right)] as const] : []),
        ]}
      />
    </PrintedSheet>
  )
}
