import { type Query, useIsFetching } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { queryClient } from '#web/api/query-client.ts'
import common from './common.module.css'
import { Loading } from './Loading.tsx'

/**
 * Shows cards once each call that they made at first has answered or failed, because a card that comes or goes later moves the
 * buttons below it while people press them.
 */
export function AllAtOnce({ loading, children }: { loading: string; children: ReactNode }) {
  const [isShown, setShown] = useState(false)
  const waiting = useIsFetching({ predicate: hasNoAnswer }, queryClient)
  /** Asks again, because the first count was taken before the cards called anything. */
  useEffect(() => {
    if (waiting === 0 && queryClient.isFetching({ predicate: hasNoAnswer }) === 0) setShown(true)
  }, [waiting])
  return (
    <>
      {!isShown && <Loading words={loading} />}
      <div className={common.stack5} hidden={!isShown}>
        {children}
      </div>
    </>
  )
}

const hasNoAnswer = ({ state }: Query) => state.status === 'pending' && state.fetchFailureCount === 0
