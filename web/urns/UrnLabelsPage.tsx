import { useSearchParams } from 'react-router'
import { type LabelledUrn, urnApi } from '#contract/urns/api.ts'
import { useApi } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { type Query, QueryResult } from '#web/ui/QueryResult.tsx'
import { UrnLabel } from './UrnLabel.tsx'

/** The labels of a block, or of the first fifty urns of a list, to print them together. */
export function UrnLabelsPage() {
  const [search] = useSearchParams()
  const blockID = search.get('block')
  return blockID ? <LabelsOfBlock blockID={blockID} /> : <LabelsOfList text={search.get('query')?.trim()} />
}

const LabelsOfBlock = ({ blockID }: { blockID: string }) => (
  <Labels
    intro="Every urn in the niches of the block, row by row from the lowest number."
    urns={useApi(urnApi.inBlock, { query: { blockID } })}
  />
)

const LabelsOfList = ({ text }: { text: string | undefined }) => (
  <Labels
    intro={text ? `The first fifty urns that “${text}” finds.` : 'The fifty urns that moved last.'}
    urns={useApi(urnApi.list, { query: text ? { query: text } : {} })}
  />
)

const Labels = ({ intro, urns }: { intro: string; urns: Query<readonly LabelledUrn[]> }) => (
  <Page
    title="Urn labels"
    narrow
    intro={intro}
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
