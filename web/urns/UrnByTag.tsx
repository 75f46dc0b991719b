import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { type UrnDetail, urnApi } from '#contract/urns/api.ts'
import { readTag } from '#contract/urns/tag.ts'
import { isNotFound } from '#web/api/api-error.ts'
import { useApi } from '#web/api/use-api.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'

interface UrnByTagProps {
  /** Called first without the urn. Once it has loaded, the title may be the name of the person. */
  title: (tag: string, urn: UrnDetail | undefined) => string
  subtitle?: (urn: UrnDetail) => string
  actions: (urn: UrnDetail) => ReactNode
  narrow?: boolean
  children: (urn: UrnDetail) => ReactNode
}

const everyMs = 15_000

/**
 * A page about the urn whose tag is in the URL. The key resets everything for another urn, including an open dialog.
 */
export function UrnByTag(props: UrnByTagProps) {
  const tag = readTag(useParams().tag ?? '')
  return <OneUrn key={tag} tag={tag} {...props} />
}

function OneUrn({ tag, title, subtitle, actions, narrow = false, children }: UrnByTagProps & { tag: string }) {
  const urn = useApi(urnApi.detail, { params: { tag } }, { refetchInterval: everyMs })
  if (isNotFound(urn.error))
    return (
      <Page title="Urn">
        <EmptyState words="No urn has this tag.">
          <ButtonLink to={pathTo('urns')} variant="secondary">
            Search the urns
          </ButtonLink>
        </EmptyState>
      </Page>
    )
  return (
    <Page
      title={title(tag, urn.data)}
      subtitle={urn.data && subtitle?.(urn.data)}
      breadcrumb={title(tag, undefined)}
      actions={urn.data && actions(urn.data)}
      narrow={narrow}
    >
      <QueryResult query={urn} loading="Loading the urn..." failure="The urn could not be read just now.">
        {children}
      </QueryResult>
    </Page>
  )
}
