import { dayMs } from '#contract/dates.ts'
import type { Config } from '#server/core/config.ts'

type CookieConfig = Pick<Config, 'publicUrl'>

const isHttps = ({ publicUrl }: CookieConfig) => publicUrl.startsWith('https:')

/** Browsers accept a `__Host-` cookie only from the host itself over HTTPS, so no other host of the domain can plant one. */
export const cookieName = (config: CookieConfig, name: 'session' | 'device' | 'signed_in') =>
  `${isHttps(config) ? '__Host-' : ''}columba_${name}`

/** A `__Host-` cookie must be Secure, have the path `/` and no domain. */
export const cookieOptions = (config: CookieConfig) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: isHttps(config),
})

/** The choice of a language is forgotten after so long, unless it is made again. */
export const languageLifetimeSeconds = 365 * 24 * 3600

/** A device that is not used for so long is forgotten, by the browser and by the server. */
export const deviceLifetimeMs = 365 * dayMs
