import { useSearchParams } from 'react-router'
import { formatWeekday, toDay, toTime } from '#contract/dates.ts'
import { placeLabel, saysPlace } from '#contract/niches/niche.ts'
import { pathTo } from '#contract/pages.ts'
import { describeTerm } from '#contract/rights/term.ts'
import { urnApi } from '#contract/urns/api.ts'
import { basisLabels, type PlacementCertificate } from '#contract/urns/placement.ts'
import { t, translate } from '#contract/words/t.ts'
import { useApi } from '#web/api/use-api.ts'
import { both, InBoth, inBoth, inOneLine } from '#web/core/Both.tsx'
import { Unbroken } from '#web/core/Unbroken.tsx'
import {
  CertificateSheet,
  CertifiedName,
  CertifiedNiche,
  certifiedDate,
  PaperCode,
} from '#web/session/CertificateSheet.tsx'
import { Page } from '#web/ui/Page.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'

/** The page is designed to be printed and kept. */
export function PlacementCertificatePage() {
  const [search] = useSearchParams()
  const certificate = useApi(urnApi.certificate, { query: { bookingID: search.get('bookingID') ?? '' } })
  return (
    <Page
      title={both`Placement certificate`}
      breadcrumb={t`Placement certificate`}
      narrow
      actions={certificate.data && <PrintButton>{t`Print certificate`}</PrintButton>}
    >
      <QueryResult
        query={certificate}
        loading={t`Loading the certificate...`}
        failure={t`The certificate could not be loaded just now.`}
        missing={t`There is no certificate for this booking, because its urn is not in a niche at present.`}
      >
        {(data) => <Sheet certificate={data} />}
      </QueryResult>
    </Page>
  )
}

function Sheet({ certificate }: { certificate: PlacementCertificate }) {
  const { bookingID, beneficiaryName, dateOfBirth, dateOfDeath, nicheCode, nichePlace, basis, placedAt, code, right } =
    certificate
  const at = new Date(placedAt)
  const verifiedAt = pathTo('verifyPlacement', { code })
  return (
    <CertificateSheet
      verifiedAt={verifiedAt}
      codeTitle={t`QR code that verifies this certificate`}
      codeWords={
        <InBoth>
          To verify this certificate, scan the code, or go to{' '}
          <a href={location.origin + verifiedAt}>{location.origin + pathTo('verifyPlacement')}</a> and enter
          <PaperCode code={code} />
        </InBoth>
      }
      facts={[
        [both`Date of birth`, certifiedDate(dateOfBirth)],
        [both`Date of death`, certifiedDate(dateOfDeath)],
        [both`Niche`, saysPlace(certificate) ? `${placeLabel(certificate)} (${nicheCode})` : nicheCode],
        [both`Place`, inBoth(() => nichePlace)],
        [inBoth(() => translate(basisLabels[basis])), both`${formatWeekday(toDay(at))}, ${toTime(at)}, Singapore time`],
        [both`Booking`, bookingID],
        right && [both`Right to the niche`, inBoth(() => describeTerm(right))],
      ]}
    >
      <p>
        {both`We confirm that the urn of`}
        <CertifiedName name={beneficiaryName || inOneLine`Not recorded`} />
        <Finding basis={basis} nicheCode={nicheCode} day={formatWeekday(toDay(at))} />
      </p>
    </CertificateSheet>
  )
}

interface FindingProps extends Pick<PlacementCertificate, 'basis' | 'nicheCode'> {
  day: string
}

/** What is certified about the urn. */
function Finding({ basis, nicheCode, day }: FindingProps) {
  if (basis === 'place')
    return (
      <InBoth>
        was placed in niche <CertifiedNiche code={nicheCode} /> on <Unbroken text={day} />.
      </InBoth>
    )
  if (basis === 'see')
    return (
      <InBoth>
        is in niche <CertifiedNiche code={nicheCode} />. Two members of our staff saw it there on{' '}
        <Unbroken text={day} />.
      </InBoth>
    )
  return (
    <InBoth>
      is in niche <CertifiedNiche code={nicheCode} /> according to our register. Our staff have not looked into the
      niche yet.
    </InBoth>
  )
}
