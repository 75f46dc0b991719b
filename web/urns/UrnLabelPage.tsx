import { useParams } from 'react-router'
import { urnApi } from '#contract/urns/api.ts'
import { readTag } from '#contract/urns/tag.ts'
import { useApi } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { UrnLabel } from './UrnLabel.tsx'

/** Designed to be printed and tied to the urn. */
export function UrnLabelPage() {
  const tag = readTag(useParams().tag ?? '')
  const urn = useApi(urnApi.detail, { params: { tag } })
  return (
    <Page
      title="Urn label"
      narrow
      actions={
        <span data-screen-only>
          <Button variant="secondary" onClick={() => window.print()}>
            Print label
          </Button>
        </span>
      }
    >
      <QueryResult query={urn} loading="Loading the label..." failure="We could not find an urn with this tag.">
        {(detail) => <UrnLabel urn={detail} />}
      </QueryResult>
    </Page>
  )
}
