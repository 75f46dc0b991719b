import { useSyncExternalStore } from 'react'
import type { PublicConfig } from '#contract/config/api.ts'
import { createListeners } from '#web/core/listeners.ts'

let config: PublicConfig | undefined
let asked: Promise<PublicConfig> | undefined
const { subscribe, notify } = createListeners()

/** The settings are fetched once per tab; after a failure the next caller tries again. */
export function loadSiteConfig(): Promise<PublicConfig> {
  asked ??= fetchConfig().catch((error: unknown) => {
    asked = undefined
    throw error
  })
  return asked
}

/** `undefined` until the server has replied. */
export const useSiteConfig = (): PublicConfig | undefined =>
  useSyncExternalStore(
    subscribe,
    () => config,
    () => undefined,
  )

async function fetchConfig(): Promise<PublicConfig> {
  const answer = await fetch('/api/config')
  if (!answer.ok) throw new Error(`The server answered ${answer.status}`)
  config = (await answer.json()) as PublicConfig
  notify()
  return config
}
