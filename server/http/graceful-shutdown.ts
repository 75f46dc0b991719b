import type { App } from './serve.ts'

/** On shutdown, closes all streams and tells clients not to reuse their connection. */
export function closeGracefully(app: App) {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    for (const end of app.openStreams) end()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}
