import { useRef } from 'react'
import { loadSiteConfig } from '#web/session/site-config.ts'
import { solvePuzzle } from './altcha.ts'
import { type BotCheckAction, loadRecaptcha } from './recaptcha.ts'

/** Nothing is sent without it, and the form says why. */
export class BotCheckNotLoaded extends Error {
  override name = 'BotCheckNotLoaded'
}

export const botCheckNotLoaded =
  'The check that you are a person has not loaded, so nothing was sent. Please look at your connection and try again.'

/** A puzzle is worth nothing after twenty minutes; a new one is asked for well before that. */
const freshMs = 15 * 60_000

interface Prepared {
  at: number
  token: Promise<() => PromiseLike<string>>
}

/** `prepare` begins while the person still types; `token` is what the call carries, and good for one call. */
export function useBotCheck(action: BotCheckAction) {
  const prepared = useRef<Prepared>(undefined)

  const prepare = () => {
    if (prepared.current && Date.now() - prepared.current.at < freshMs) return prepared.current
    const mine = { at: Date.now(), token: load(action) }
    mine.token.catch(() => {
      if (prepared.current === mine) prepared.current = undefined
    })
    prepared.current = mine
    return mine
  }

  const token = async (): Promise<string> => {
    const mine = prepare()
    try {
      return await (await mine.token)()
    } catch (error) {
      console.error('Bot check failed to load', error)
      throw new BotCheckNotLoaded()
    } finally {
      prepared.current = undefined
    }
  }

  return { prepare: () => void prepare(), token }
}

async function load(action: BotCheckAction): Promise<() => PromiseLike<string>> {
  const { provider, siteKey = '' } = (await loadSiteConfig()).botCheck
  if (provider === 'recaptcha') {
    const recaptcha = await loadRecaptcha(siteKey)
    return () => recaptcha.execute(siteKey, { action })
  }
  const solved = await solvePuzzle()
  return async () => solved
}
