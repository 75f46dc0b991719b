import { notifyManager, type Query } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { queryClient } from '#web/api/query-client.ts'
import { Loading } from './Loading.tsx'

const Shown = createContext(true)

/** Whether the cards around this one are shown: until then a field cannot take the focus. */
export const useIsShown = () => useContext(Shown)

/** The addresses whose cards were shown since the document was loaded: whoever goes back to one finds the place where they were. */
const shownBefore = new Set<string>()

/**
 * Shows cards once each call that they made at first has answered or failed, because a card that comes or goes later moves the
 * buttons below it while people press them.
 */
export function AllAtOnce({ loading, children }: { loading: string; children: ReactNode }) {
  const [isShown, setShown] = useState(() => shownBefore.has(location.href))
  const waiting = useSyncExternalStore(onChange, countWaiting)
  /** Counts again once the cards and the page around them have called what they need. */
  useEffect(
    () =>
      queueMicrotask(() => {
        if (waiting > 0 || countWaiting() > 0) return
        setShown(true)
        shownBefore.add(location.href)
      }),
    [waiting],
  )
  return (
    <>
      {!isShown && <Loading words={loading} />}
      <div style={{ display: isShown ? 'contents' : 'none' }}>
        <Shown value={isShown}>{children}</Shown>
      </div>
    </>
  )
}

const calls = queryClient.getQueryCache()
/** The count is told together with the cards, so that it has what they call next. */
const onChange = (tell: () => void) => calls.subscribe(notifyManager.batchCalls(tell))
const countWaiting = () => queryClient.isFetching({ predicate: hasNoAnswer })
const hasNoAnswer = ({ state }: Query) => state.status === 'pending' && state.fetchFailureCount === 0
