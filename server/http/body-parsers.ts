import type { App } from './serve.ts'

/** An empty body is no body, a signed one is left as it came, and a form with files waits unread until there is room for it. */
export function registerBodyParsers(app: App) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.raw) return done(null, body)
    return body.length === 0 ? done(null, undefined) : parse(request, body.toString(), done)
  })
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
}
