import { useParams } from 'react-router'
import { placeLabel, saysPlace } from '#contract/niches/niche.ts'
import { pathTo } from '#contract/pages.ts'
import { rightApi } from '#contract/rights/api.ts'
import type { Deed } from '#contract/rights/deed.ts'
import { describeTerm } from '#contract/rights/term.ts'
import { t } from '#contract/words/t.ts'
import { useApi } from '#web/api/use-api.ts'
import { both, InBoth, inBoth, inEnglish, inOneLine } from '#web/core/Both.tsx'
import { CertificateSheet, CertifiedName, CertifiedNiche, certifiedDate } from '#web/session/CertificateSheet.tsx'
import { Page } from '#web/ui/Page.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'

/** Designed to be printed and kept. */
export function DeedPage() {
  const { number = '' } = useParams()
  const deed = useApi(rightApi.deed, { params: { number } })
  return (
    <Page
      title={both`Deed`}
      breadcrumb={t`Deed`}
      narrow
      actions={deed.data && <PrintButton>{t`Print deed`}</PrintButton>}
    >
      <QueryResult
        query={deed}
        loading={t`Loading the deed...`}
        failure={t`The deed could not be loaded just now.`}
        missing={t`There is no deed with this number, because nobody holds the niche by this right at present.`}
      >
        {(data) => <Sheet deed={data} />}
      </QueryResult>
    </Page>
  )
}

function Sheet({ deed }: { deed: Deed }) {
  const { number, deedNumber, grantedOn, holders, nicheCode, nichePlace, state, code } = deed
  const names = holders.length > 0 ? holders : [inOneLine`Not recorded`]
  const verifiedAt = pathTo('verifyDeed', { code })
  return (
    <CertificateSheet
      verifiedAt={verifiedAt}
      codeTitle={t`QR code that verifies this deed`}
      codeWords={
        <InBoth>
          To verify this deed, scan the code, or go to{' '}
          <a href={location.origin + verifiedAt}>{location.origin + verifiedAt}</a>
        </InBoth>
      }
      facts={[
        [both`Right`, number],
        deedNumber && [both`Earlier deed`, deedNumber],
        [both`Niche`, saysPlace(deed) ? `${placeLabel(deed)} (${nicheCode})` : nicheCode],
        [both`Place`, inBoth(() => nichePlace)],
        [both`Granted on`, certifiedDate(grantedOn)],
        [state === 'ended' ? both`Ended` : both`Term`, inBoth(() => describeTerm(deed))],
      ]}
    >
      <p>
        {both`We confirm that`}
        {names.map((name) => (
          <CertifiedName key={name} name={name} />
        ))}
        {state === 'living' ? (
          <InBoth>
            <Hold holders={holders} /> the right to niche <CertifiedNiche code={nicheCode} />, <Term deed={deed} />.
          </InBoth>
        ) : (
          <InBoth>
            <Hold holders={holders} /> the right to niche <CertifiedNiche code={nicheCode} />. Its term has ended;
            please speak to us.
          </InBoth>
        )}
      </p>
    </CertificateSheet>
  )
}

/** The verb of the English sentence. */
const Hold = ({ holders }: Pick<Deed, 'holders'>) => (holders.length > 1 ? 'hold' : 'holds')

const Term = ({ deed }: { deed: Deed }) => inEnglish(() => describeTerm(deed))
