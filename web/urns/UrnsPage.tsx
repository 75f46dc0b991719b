import { useCallback } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatDateTime } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { orNotRecorded } from '#contract/registers/partial-date.ts'
import { type ListedUrn, urnApi } from '#contract/urns/api.ts'
import { useApi } from '#web/api/use-api.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { useUrlDraft } from '#web/ui/use-url-draft.ts'
import { WaitingMoves } from './WaitingMoves.tsx'

/** Where each urn is, and which moves wait for a second person. */
export function UrnsPage() {
  const [search, setSearch] = useSearchParams()
  const query = search.get('query') ?? ''
  const writeUrl = useCallback((text: string) => setSearch(text ? { query: text } : {}, { replace: true }), [setSearch])
  const [typed, setTyped] = useUrlDraft(query, writeUrl)
  const urns = useApi(urnApi.list, { query: query.trim() ? { query: query.trim() } : {} }, { keepPrevious: true })
  return (
    <Page
      title="Urns"
      intro="Every urn that was received, and where it is."
      actions={<ButtonLink to={pathTo('urnCheck')}>Confirm a move</ButtonLink>}
    >
      <WaitingMoves />
      <SearchBox
        label="Search by tag, niche, booking, certificate number or name"
        placeholder="Tag, niche, booking or name"
        value={typed}
        onChange={setTyped}
      />
      <QueryResult query={urns} loading="Loading the urns..." failure="The urns could not be read just now.">
        {(list) =>
          list.length === 0 ? (
            <EmptyState words={query ? 'No urn was found.' : 'No urn has been received yet.'} />
          ) : (
            <Table caption="Urns" rows={list} rowKey={({ tag }) => tag} columns={columns} />
          )
        }
      </QueryResult>
    </Page>
  )
}

const columns: readonly Column<ListedUrn>[] = [
  { header: 'Tag', cell: ({ tag }) => <Link to={pathTo('urn', { tag })}>{tag}</Link> },
  { header: 'Of', cell: ({ beneficiaryName }) => orNotRecorded(beneficiaryName), typed: true },
  { header: 'Niche', cell: ({ nicheCode }) => nicheCode, typed: true },
  { header: 'Where it is', cell: ({ where }) => where, typed: true },
  { header: 'Since', cell: ({ movedAt }) => formatDateTime(movedAt) },
]
