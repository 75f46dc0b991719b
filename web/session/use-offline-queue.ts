import { useEffect, useSyncExternalStore } from 'react'
import type { createOfflineQueue } from './offline-queue.ts'

/** What was recorded and is not answered yet; sends it again after a reload. */
export function useOfflineQueue<Call extends object>({
  get,
  onChange,
  resume,
}: Pick<ReturnType<typeof createOfflineQueue<Call>>, 'get' | 'onChange' | 'resume'>) {
  useEffect(resume, [resume])
  return useSyncExternalStore(onChange, get)
}
