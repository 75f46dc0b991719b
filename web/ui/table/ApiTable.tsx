import type { ReactNode } from 'react'
import type { Endpoint, ReplyData } from '#contract/endpoint.ts'
import type { ApiInput } from '#web/api/request.ts'
import { useApiRows } from '#web/api/use-api.ts'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { Loading } from '#web/ui/Loading.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { LiveRegion } from '#web/ui/VisuallyHidden.tsx'
import { ShowMore } from './ShowMore.tsx'
import { type Column, Table } from './Table.tsx'

export type RowOf<E extends Endpoint> = ReplyData<E> extends readonly (infer Row)[] ? Row : never

interface ListProps<E extends Endpoint> {
  endpoint: E
  input: ApiInput<E> & { query?: object }
  /** The name of the things in the list, such as `urns`. */
  what: string
  /** The same on the button that loads more, if its page says it in fewer words. */
  more?: string
  caption: string
  columns: readonly Column<RowOf<E>>[]
  rowKey: (row: RowOf<E>) => string
}

interface ApiTableProps<E extends Endpoint> extends ListProps<E> {
  loading: string
  failure: string
  /** Shown instead of a table without rows. */
  empty: ReactNode
  /** Buttons for the whole list, beside the one that shows more of it. */
  buttons?: ReactNode
}

/** The rows of a call as a table, page by page. While those for another filter load, the last ones stay, so that the page does not jump. */
export function ApiTable<E extends Endpoint>({
  endpoint,
  input,
  what,
  more = what,
  loading,
  failure,
  empty,
  buttons,
  ...table
}: ApiTableProps<E>) {
  const query = useApiRows(endpoint, input, { what, keepPrevious: true })
  const { isPlaceholderData } = query
  return (
    <QueryResult query={query} loading={loading} failure={failure}>
      {(data) => {
        const rows = data as readonly RowOf<E>[]
        if (rows.length === 0) return isPlaceholderData ? <Loading words={loading} /> : empty
        const showMore = <ShowMore query={query} what={more} />
        return (
          <>
            <LiveRegion>{isPlaceholderData && loading}</LiveRegion>
            <Table {...table} rows={rows} isBusy={isPlaceholderData} />
            {buttons ? (
              <div className={common.row3}>
                {showMore}
                {buttons}
              </div>
            ) : (
              showMore
            )}
          </>
        )
      }}
    </QueryResult>
  )
}

/** A list of what waits for somebody; nothing is shown while it is known to have no rows. */
export function TaskCard<E extends Endpoint>({
  endpoint,
  input,
  what,
  more = what,
  children,
  ...table
}: ListProps<E> & { children?: ReactNode }) {
  const query = useApiRows(endpoint, input, { what })
  return (
    <QueryResult query={query} failure={`${table.caption} could not be read just now.`}>
      {(data) => {
        const rows = data as readonly RowOf<E>[]
        if (rows.length === 0) return null
        return (
          <Card title={table.caption}>
            {children}
            <Table {...table} rows={rows} />
            <ShowMore query={query} what={more} />
          </Card>
        )
      }}
    </QueryResult>
  )
}
