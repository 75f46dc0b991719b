import { useLocation } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import styles from './MoveBanner.module.css'
import { useLiveMoves } from './use-live-moves.ts'

/** These pages list the moves themselves. */
const withList: readonly string[] = [pathTo('urns'), pathTo('urnCheck')]

/** Tells the second person, on every page of staff, that a move waits for them. */
export function MoveBanner() {
  const moves = useLiveMoves()
  const { pathname } = useLocation()
  const [move] = withList.includes(pathname) ? [] : moves
  const to = pathTo('urnCheck', move && moves.length === 1 ? { attempt: move.attemptID } : {})
  return (
    <div role="status" className={styles.banner} data-screen-only>
      {move && (
        <div>
          <p>
            {moves.length === 1
              ? 'A move waits for you to confirm it.'
              : `${moves.length} moves wait for a second confirmation.`}
          </p>
          <ButtonLink small to={to}>
            {moves.length === 1 ? 'Confirm it now' : 'See them'}
          </ButtonLink>
        </div>
      )}
    </div>
  )
}
