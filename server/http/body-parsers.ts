import type { App } from './serve.ts'

/** An empty JSON body counts as none, and a signed one stays unparsed. Multipart bodies are read later, when there is memory for them. */
export function registerBodyParsers(app: App) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.raw) return done(null, body)
    return body.length === 0 ? done(null, undefined) : parse(request, body.toString(), done)
  })
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
}
