import { useParams } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { urnApi } from '#contract/urns/api.ts'
import { readTag } from '#contract/urns/tag.ts'
import { useApi } from '#web/api/use-api.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { LostDocuments } from './LostDocuments.tsx'
import { UrnActions } from './UrnActions.tsx'
import { UrnFactsCard } from './UrnFactsCard.tsx'
import { UrnHistory } from './UrnHistory.tsx'
import styles from './Urns.module.css'

/** One urn: whose, where it is, what can be done with it, and every move that was made. */
export function UrnPage() {
  const tag = readTag(useParams().tag ?? '')
  const urn = useApi(urnApi.detail, { params: { tag } }, { refetchInterval: 15_000 })
  if (urn.error && urn.error.status < 500 && urn.error.status > 0) return <UrnNotFound />
  return (
    <Page
      title={`Urn ${tag}`}
      actions={
        <div className={styles.buttons}>
          {urn.data?.place === 'niche' && (
            <ButtonLink variant="secondary" to={pathTo('placementCertificate', { bookingID: urn.data.bookingID })}>
              Placement certificate
            </ButtonLink>
          )}
          <ButtonLink variant="secondary" to={pathTo('urnLabel', { tag })}>
            Label
          </ButtonLink>
        </div>
      }
    >
      <QueryResult query={urn} loading="Loading the urn..." failure="The urn could not be read just now.">
        {(detail) => (
          <>
            <UrnActions urn={detail} />
            <UrnFactsCard urn={detail} />
            <LostDocuments urn={detail} />
            <UrnHistory moves={detail.moves} />
          </>
        )}
      </QueryResult>
    </Page>
  )
}

const UrnNotFound = () => (
  <Page title="Urn">
    <EmptyState words="No urn has this tag.">
      <ButtonLink to={pathTo('urns')} variant="secondary">
        Search the urns
      </ButtonLink>
    </EmptyState>
  </Page>
)
