import { Server } from 'node:http'
import { isMainThread } from 'node:worker_threads'

/** Loaded before a server, for a control: each request leaves a listener behind that holds its headers and 4 kB. */
if (isMainThread) {
  process.setMaxListeners(0)
  const emit = Server.prototype.emit
  Server.prototype.emit = function emitAndLeak(event, ...given) {
    if (event === 'request') {
      const kept = [{ ...given[0].headers }, Buffer.alloc(4096)]
      process.on('nothing that ever happens', () => kept)
    }
    return emit.call(this, event, ...given)
  }
}
