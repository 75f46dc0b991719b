import { ChunkLoadError, loadChunk } from '#web/core/load-chunk.ts'

export type BotCheckAction = 'login' | 'register' | 'reset'

interface Recaptcha {
  ready: (then: () => void) => void
  execute: (siteKey: string, options: { action: BotCheckAction }) => PromiseLike<string>
}

declare global {
  interface Window {
    grecaptcha?: Recaptcha
  }
}

const chunk = 'reCAPTCHA'

/** Google's script is loaded only by pages that call this. */
export async function loadRecaptcha(siteKey: string): Promise<Recaptcha> {
  const src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`
  await loadChunk(chunk, () => loadScript(src))
  const { grecaptcha } = window
  if (!grecaptcha) throw new Error('The script of reCAPTCHA loaded without defining grecaptcha')
  await new Promise<void>((resolve) => grecaptcha.ready(resolve))
  return grecaptcha
}

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (window.grecaptcha) return resolve()
    const script = Object.assign(document.createElement('script'), { src, async: true })
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new ChunkLoadError(chunk, 'missing'))
    }
    document.head.append(script)
  })
}
