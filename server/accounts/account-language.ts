import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLanguage, type Language, languageCookie, languageParameter } from '#contract/words/languages.ts'
import type { Config } from '#server/core/config.ts'
import { cookieOptions, languageLifetimeSeconds } from '#server/http/cookies.ts'
import { isPageRequest } from '#server/http/page-requests.ts'
import type { App } from '#server/http/serve.ts'
import { findSession } from '#server/http/sessions.ts'
import { type UserRow, updateUser } from './queries.ts'

/** A language that a signed-in reader chooses is kept for the account. The page is sent even if that fails. */
export function keepChosenLanguages(app: App) {
  app.addHook('onRequest', async (request) => {
    const { [languageParameter]: language } = request.query as Record<string, unknown>
    if (!isLanguage(language) || !isPageRequest(request)) return
    await keepLanguage(app, request, language).catch((error: unknown) =>
      request.log.warn({ err: error }, 'a chosen language could not be kept for the account'),
    )
  })
}

async function keepLanguage({ services }: App, request: FastifyRequest, language: Language) {
  const session = await findSession(services, request)
  if (session?.stage === 'full') await updateUser(services.database.db, session.actor.userID, { language })
}

/** The language of the account; of the browser, if there is no account or it has none yet. */
export function languageAtSignIn({ request }: FastifyReply, user: UserRow | undefined): Language | null {
  const { [languageCookie]: inBrowser } = request.cookies
  return user?.language ?? (isLanguage(inBrowser) ? inBrowser : null)
}

/** Call it after the session cookie is set, for clients that read only the first cookie of a reply. */
export const setLanguageCookie = (config: Config, reply: FastifyReply, language: Language) =>
  reply.setCookie(languageCookie, language, {
    ...cookieOptions(config),
    /** The script reads it as well. */
    httpOnly: false,
    maxAge: languageLifetimeSeconds,
  })
