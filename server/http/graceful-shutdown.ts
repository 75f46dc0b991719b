import type { App } from './serve.ts'

/** At the day's end streams are closed, and whoever is answered is asked not to come back over the same line. */
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
