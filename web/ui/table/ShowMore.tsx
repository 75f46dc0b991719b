import { t } from '#contract/words/t.ts'
import { Button } from '#web/ui/Button.tsx'

interface ShowMoreProps {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    /** The rows for another filter are loading. */
    isPlaceholderData?: boolean
    fetchNextPage: () => unknown
  }
  /** The name of the things in the list, such as `urns`. */
  what: string
}

/** The end of a list of which only the first pages are loaded. */
export const ShowMore = ({ query, what }: ShowMoreProps) =>
  query.hasNextPage && (
    <Button
      variant="secondary"
      busy={query.isFetchingNextPage || query.isPlaceholderData === true}
      onClick={() => void query.fetchNextPage()}
    >
      {t`Show more ${what}`}
    </Button>
  )
