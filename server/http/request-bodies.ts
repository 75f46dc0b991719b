import type { App } from './serve.ts'

/** An empty JSON body counts as none, and a signed one stays unparsed. Multipart bodies are read later, when there is memory for them. */
export function registerBodyParsers(app: App) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.raw) return done(null, body)
    return body.length === 0 ? done(null, undefined) : parse(request, withWholeCharacters(body.toString()), done)
  })
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
}

/**
 * JSON can hold half of a character, such as of an emoji that a form cut in two, but the database cannot: it would store
 * something else than what was compared and signed. The half becomes U+FFFD, as bytes do that are not UTF-8.
 */
const withWholeCharacters = (json: string) =>
  json.replace(escaped, (found) => (found.length === '\\ud83d'.length ? '\ufffd' : found))

/** An escaped backslash, both halves of a character, or only one. The first is matched so that what follows it is not taken for an escape. */
const escaped = /\\\\|\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|\\ud[89a-f][0-9a-f]{2}/gi
