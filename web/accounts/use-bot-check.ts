import { useEffect, useState } from 'react'
import { t } from '#contract/words/t.ts'
import { loadChunk } from '#web/core/load-chunk.ts'
import { logFailure } from '#web/core/log-failure.ts'
import { loadSiteConfig } from '#web/session/site-config.ts'
import type { BotCheckAction } from './recaptcha.ts'

/** The check could not be loaded. The form is not sent, and says why. */
export class BotCheckError extends Error {
  override name = 'BotCheckError'
}

export const botCheckErrorMessage = () =>
  t`The check that you are a person has not loaded, so nothing was sent. Please check your connection and try again.`

/** A solved puzzle is valid for 20 minutes, so get a new one well before that. */
const maxAgeMs = 15 * 60_000

interface Prepared {
  at: number
  token: Promise<() => PromiseLike<string>>
}

/** Starts when the first field gets focus, so that it is ready by the time the form is sent. Each `token()` is good for one call. */
export function useBotCheck(action: BotCheckAction) {
  const [check] = useState(() => createBotCheck(action))
  useEffect(() => {
    addEventListener('focusin', check.prepare, { once: true })
    return () => {
      removeEventListener('focusin', check.prepare)
      reloadToDropRecaptcha()
    }
  }, [check])
  return check
}

/** A loaded script cannot be removed, so reload: pages that do not need reCAPTCHA must not run it. */
function reloadToDropRecaptcha() {
  if ('grecaptcha' in window) location.reload()
}

/** Used by a dialog of a page that has a check of its own. */
export function createBotCheck(action: BotCheckAction) {
  let prepared: Prepared | undefined

  const prepare = (): Prepared => {
    if (prepared && Date.now() - prepared.at < maxAgeMs) return prepared
    const mine = { at: Date.now(), token: load(action) }
    mine.token.catch(() => {
      if (prepared === mine) prepared = undefined
    })
    prepared = mine
    return mine
  }

  const token = async (): Promise<string> => {
    const mine = prepare()
    try {
      return await (await mine.token)()
    } catch (error) {
      logFailure('Bot check failed to load', error)
      throw new BotCheckError()
    } finally {
      prepared = undefined
    }
  }

  return { prepare, token }
}

async function load(action: BotCheckAction): Promise<() => PromiseLike<string>> {
  const { provider, siteKey = '' } = (await loadSiteConfig()).botCheck
  if (provider === 'recaptcha') {
    const { loadRecaptcha } = await loadChunk('recaptcha', () => import('./recaptcha.ts'))
    const recaptcha = await loadRecaptcha(siteKey)
    return () => recaptcha.execute(siteKey, { action })
  }
  const { solvePuzzle } = await loadChunk('altcha', () => import('./altcha.ts'))
  const solved = await solvePuzzle()
  return async () => solved
}
