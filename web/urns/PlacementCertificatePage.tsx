import { useSearchParams } from 'react-router'
import { formatWeekday, toDay, toTime } from '#contract/dates.ts'
import { placeLabel, saysPlace } from '#contract/niches/niche.ts'
import { pathTo } from '#contract/pages.ts'
import { dateOrNotRecorded, orNotRecorded } from '#contract/registers/partial-date.ts'
import { describeTerm } from '#contract/rights/term.ts'
import { urnApi } from '#contract/urns/api.ts'
import { basisLabels, type PlacementBasis, type PlacementCertificate } from '#contract/urns/placement.ts'
import { useApi } from '#web/api/use-api.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { CertificateSheet, CertifiedName, CertifiedNiche, PaperCode } from '#web/session/CertificateSheet.tsx'
import { Page } from '#web/ui/Page.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'

/** The page is designed to be printed and kept. */
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
        failure="The certificate could not be loaded just now."
        missing="There is no certificate for this booking, because its urn is not in a niche at present."
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
  const { bookingID, beneficiaryName, dateOfBirth, dateOfDeath, nicheCode, nichePlace, basis, placedAt, code } =
    certificate
  const { before, after } = words[basis]
  const at = new Date(placedAt)
  const verifiedAt = pathTo('verifyPlacement', { code })
  return (
    <CertificateSheet
      what="certificate"
      verifiedAt={verifiedAt}
      by={
        <>
          <a href={location.origin + verifiedAt}>{location.origin + pathTo('verifyPlacement')}</a> and enter
          <PaperCode code={code} />
        </>
      }
      facts={[
        ['Date of birth', dateOrNotRecorded(dateOfBirth)],
        ['Date of death', dateOrNotRecorded(dateOfDeath)],
        ['Niche', saysPlace(certificate) ? `${placeLabel(certificate)}, code ${nicheCode}` : nicheCode],
        ['Place', nichePlace],
        [basisLabels[basis], `${formatWeekday(toDay(at))}, ${toTime(at)}, Singapore time`],
        ['Booking', bookingID],
        certificate.right && ['Right to the niche', describeTerm(certificate.right)],
      ]}
    >
      <p>
        We confirm that the urn of
        <CertifiedName name={orNotRecorded(beneficiaryName)} />
        {before} <CertifiedNiche code={nicheCode} />
        <Unbroken text={after(formatWeekday(toDay(at)))} />
      </p>
    </CertificateSheet>
  )
}
