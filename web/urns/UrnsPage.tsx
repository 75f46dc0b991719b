import { useCallback } from 'react'
import { Link, useSearchParams } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { urnName } from '#contract/registers/partial-date.ts'
import { type ListedUrn, UrnSearch, urnApi } from '#contract/urns/api.ts'
import { AllAtOnce } from '#web/ui/AllAtOnce.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { DownloadButton } from '#web/ui/DownloadButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SearchBox } from '#web/ui/form/SearchBox.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ApiTable } from '#web/ui/table/ApiTable.tsx'
import type { Column } from '#web/ui/table/Table.tsx'
import { useUrlDraft } from '#web/ui/use-url-draft.ts'
import { whenColumn } from '#web/ui/When.tsx'
import { WaitingMoves } from './WaitingMoves.tsx'

/** Lists where each urn is, and which moves wait for a second person. */
export function UrnsPage() {
  const [search, setSearch] = useSearchParams()
  const text = search.get('query') ?? ''
  const writeUrl = useCallback((text: string) => setSearch(text ? { query: text } : {}, { replace: true }), [setSearch])
  const [typed, setTyped] = useUrlDraft(text, writeUrl)
  const query = text.trim() ? { query: text.trim() } : {}
  const refusal = UrnSearch.safeParse(text).error?.issues[0]?.message
  return (
    <Page
      title="Urns"
      intro="Every urn that was received, and where it is."
      actions={
        <div className={common.row3}>
          <ButtonLink variant="secondary" to={pathTo('stockTake')}>
            Stock-take
          </ButtonLink>
          <ButtonLink to={pathTo('urnCheck')}>Confirm a move</ButtonLink>
        </div>
      }
    >
      <AllAtOnce loading="Loading the urns...">
        <WaitingMoves />
        <SearchBox
          label="Search by tag, niche, booking, certificate number or name"
          placeholder="Tag, niche, booking or name"
          maxLength={300}
          value={typed}
          onChange={setTyped}
        />
        {refusal ? (
          <EmptyState words={refusal} />
        ) : (
          <ApiTable
            endpoint={urnApi.list}
            input={{ query }}
            what="urns"
            loading="Loading the urns..."
            failure="The urns could not be read just now."
            empty={text ? <EmptyState words="No urn was found." hint="Please check the spelling." /> : <NoUrns />}
            caption="Urns"
            columns={columns}
            rowKey={({ tag }) => tag}
            buttons={
              <>
                <DownloadButton endpoint={urnApi.csv} input={{ query }}>
                  Download these urns (CSV)
                </DownloadButton>
                <ButtonLink variant="secondary" to={pathTo('urnLabels', query)}>
                  Print labels
                </ButtonLink>
              </>
            }
          />
        )}
      </AllAtOnce>
    </Page>
  )
}

const NoUrns = () => (
  <EmptyState
    words="No urn has been received yet."
    hint="An urn is received from the placements of a day, or from its booking, and then gets its tag."
  >
    <ButtonLink variant="secondary" to={pathTo('placements')}>
      See the placements
    </ButtonLink>
  </EmptyState>
)

const columns: readonly Column<ListedUrn>[] = [
  { header: 'Tag', cell: ({ tag }) => <Link to={pathTo('urn', { tag })}>{tag}</Link>, code: true, phone: 'belowEnd' },
  {
    header: 'Name',
    cell: ({ bookingID, beneficiaryName }) => (
      <Link to={pathTo('staffPerson', { bookingID })}>{urnName(beneficiaryName)}</Link>
    ),
    typed: true,
    phone: 'title',
  },
  { header: 'Niche', cell: ({ nicheCode }) => nicheCode, code: true, phone: 'end' },
  { header: 'Where it is', cell: ({ where }) => where, long: true, room: 10, phone: 'below' },
  whenColumn('Since', ({ movedAt }) => movedAt, { folds: 'narrow' }),
]
