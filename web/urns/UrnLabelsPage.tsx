import { useSearchParams } from 'react-router'
import { urnApi } from '#contract/urns/api.ts'
import { useApi } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { UrnLabel } from './UrnLabel.tsx'

/** The labels of the first fifty urns of a list, to print them together. */
export function UrnLabelsPage() {
  const [search] = useSearchParams()
  const text = search.get('query')?.trim()
  const urns = useApi(urnApi.list, { query: text ? { query: text } : {} })
  return (
    <Page
      title="Urn labels"
      narrow
      intro={text ? `The first fifty urns that “${text}” finds.` : 'The fifty urns that moved last.'}
      actions={
        <span data-screen-only>
          <Button variant="secondary" onClick={() => window.print()}>
            Print labels
          </Button>
        </span>
      }
    >
      <QueryResult query={urns} loading="Loading the labels..." failure="The labels could not be read just now.">
        {(list) =>
          list.length === 0 ? (
            <EmptyState words="No urn was found." />
          ) : (
            list.map((urn) => <UrnLabel key={urn.tag} urn={urn} />)
          )
        }
      </QueryResult>
    </Page>
  )
}
