import { useEffect, useSyncExternalStore } from 'react'
import type { createKeptCalls } from './kept-calls.ts'

/** What was recorded and is not answered yet; sends it again after a reload. */
export function useKeptCalls<Call extends object>({
  get,
  onChange,
  resume,
}: Pick<ReturnType<typeof createKeptCalls<Call>>, 'get' | 'onChange' | 'resume'>) {
  useEffect(resume, [resume])
  return useSyncExternalStore(onChange, get)
}
