import { useSyncExternalStore } from 'react'

/** What the server says of itself, to anyone. */
export interface SiteConfig {
  mode: 'demo' | 'production'
  botCheck: { provider: 'altcha' | 'recaptcha' | 'off'; siteKey?: string }
  payment: { provider: 'sandbox' | 'stripe' }
  holdMinutes: number
}

let config: SiteConfig | undefined
let asked: Promise<SiteConfig> | undefined
const listeners = new Set<() => void>()

/** Asked once for the life of the tab; a failure is forgotten, so that whoever needs it next asks again. */
export function loadSiteConfig(): Promise<SiteConfig> {
  asked ??= fetchConfig().catch((error: unknown) => {
    asked = undefined
    throw error
  })
  return asked
}

/** `undefined` until the server has answered. */
export const useSiteConfig = (): SiteConfig | undefined =>
  useSyncExternalStore(
    subscribe,
    () => config,
    () => undefined,
  )

async function fetchConfig(): Promise<SiteConfig> {
  const answer = await fetch('/api/config')
  if (!answer.ok) throw new Error(`The server answered ${answer.status}`)
  config = (await answer.json()) as SiteConfig
  for (const listener of listeners) listener()
  return config
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
