import { useEffect, useSyncExternalStore } from 'react'
import { getWaitingMoves, onWaitingMoves, sendWaitingMoves } from './waiting-moves.ts'

/** What was recorded and is not answered yet; sends it again after a reload. */
export function useWaitingMoves() {
  useEffect(sendWaitingMoves, [])
  return useSyncExternalStore(onWaitingMoves, getWaitingMoves)
}
