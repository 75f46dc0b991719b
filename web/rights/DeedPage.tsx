import { useParams } from 'react-router'
import { placeLabel, saysPlace } from '#contract/niches/niche.ts'
import { pathTo } from '#contract/pages.ts'
import { dateOrNotRecorded, orNotRecorded } from '#contract/registers/partial-date.ts'
import { rightApi } from '#contract/rights/api.ts'
import type { Deed } from '#contract/rights/deed.ts'
import { describeTerm } from '#contract/rights/term.ts'
import { useApi } from '#web/api/use-api.ts'
import { CertificateSheet, CertifiedName, CertifiedNiche } from '#web/session/CertificateSheet.tsx'
import { Page } from '#web/ui/Page.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'

/** Designed to be printed and kept. */
export function DeedPage() {
  const { number = '' } = useParams()
  const deed = useApi(rightApi.deed, { params: { number } })
  return (
    <Page title="Deed" narrow actions={deed.data && <PrintButton>Print deed</PrintButton>}>
      <QueryResult
        query={deed}
        loading="Loading the deed..."
        failure="The deed could not be loaded just now."
        missing="There is no deed with this number, because nobody holds the niche by this right at present."
      >
        {(data) => <Sheet deed={data} />}
      </QueryResult>
    </Page>
  )
}

function Sheet({ deed }: { deed: Deed }) {
  const { number, deedNumber, grantedOn, holders, nicheCode, nichePlace, state, code } = deed
  const names = holders.length > 0 ? holders : [orNotRecorded('')]
  const verifiedAt = pathTo('verifyDeed', { code })
  return (
    <CertificateSheet
      what="deed"
      verifiedAt={verifiedAt}
      by={<a href={location.origin + verifiedAt}>{location.origin + verifiedAt}</a>}
      facts={[
        ['Right', number],
        deedNumber && ['Earlier deed', deedNumber],
        ['Niche', saysPlace(deed) ? `${placeLabel(deed)}, code ${nicheCode}` : nicheCode],
        ['Place', nichePlace],
        ['Granted on', dateOrNotRecorded(grantedOn)],
        [state === 'ended' ? 'Ended' : 'Term', describeTerm(deed)],
      ]}
    >
      <p>
        We confirm that
        {names.map((name) => (
          <CertifiedName key={name} name={name} />
        ))}
        {holders.length > 1 ? 'hold' : 'holds'} the right to niche <CertifiedNiche code={nicheCode} />
        {state === 'living' ? `, ${describeTerm(deed)}.` : '. Its term has ended; please speak to us.'}
      </p>
    </CertificateSheet>
  )
}
