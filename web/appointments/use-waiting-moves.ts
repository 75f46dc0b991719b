import { useKeptCalls } from '#web/session/use-kept-calls.ts'
import { waitingMoves } from './waiting-moves.ts'

/** What was recorded and is not answered yet; sends it again after a reload. */
export const useWaitingMoves = () => useKeptCalls(waitingMoves)
