import { useLocation } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { loadChunk } from '#web/core/load-chunk.ts'
import { prefetchApproval } from './approval-query.ts'

export const loadApprovalPage = () => {
  loadChunk('BookingApprovalPage', () => import('./BookingApprovalPage.tsx')).catch(() => undefined)
}

/**
 * Props of a link to the approval page, which leads back here with the current filters. Pointing at it loads the code of
 * the page. Its data, up to 14 MB, is loaded from the press on: the server records who was sent the certificates.
 */
export function useApprovalLink(bookingID: string) {
  const { pathname, search } = useLocation()
  return {
    to: pathTo('bookingApproval', { bookingID }),
    state: { from: pathname + search },
    onPointerEnter: loadApprovalPage,
    onFocus: loadApprovalPage,
    /** A touch may be the start of scrolling. */
    onPointerDown: ({ button, pointerType }: { button: number; pointerType: string }) => {
      if (button === 0 && pointerType !== 'touch') void prefetchApproval(bookingID)
    },
  }
}
