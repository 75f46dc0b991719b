import type { App } from './serve.ts'

/** JSON is the only body that is read here; an empty one is no body, and a signed one is left as it came. */
export function readJson(app: App) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.raw) return done(null, body)
    return body.length === 0 ? done(null, undefined) : parse(request, body.toString(), done)
  })
}
