import { existsSync, fstatSync, readFileSync } from 'node:fs'
import { type AddressInfo, connect, Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long to wait for handshakes to finish. The kernel repeats its part of one after a second. */
const handshakeMs = 3000
const lookAgainMs = 20
/** Lengths of the accept queue. While more connections than that wait in it, the kernel answers no new one. */
const [shortest, longest] = [0, 65_535]

/** Node's own object for a listening socket. Nothing public changes the length of a queue. */
interface Handle {
  fd: number
  listen: (backlog: number) => number
}
const handleOf = (server: Server) => (server as unknown as { _handle: Handle })._handle

/**
 * Refuses new connections. Closing resets connections that the kernel has accepted and we have not, and a post may have been sent on
 * them. So it is closed only in a moment in which none waits and none can come (decision 88).
 */
export async function stopListening(server: Server) {
  const end = performance.now() + handshakeMs
  while (server.listening) {
    if (!existsSync(tableOf(server))) return close(server)
    const mayReset = performance.now() > end
    if (mayReset || look(server).handshakes === 0) await closeBehindMarker(server, mayReset)
    if (server.listening) await sleep(lookAgainMs)
  }
}

/** `close` of an HTTP server would also close idle connections. */
const close = (server: Server) => void Server.prototype.close.call(server)

/**
 * A connection to ourselves is the marker: while it waits, the shortest queue is full, so nothing can get behind it. Once all before it
 * have arrived here, closing resets only the marker.
 */
async function closeBehindMarker(server: Server, mayReset: boolean) {
  const { port, address } = server.address() as AddressInfo
  const handle = handleOf(server)
  handle.listen(longest)
  const marker = connect({ port, host: address }).on('error', () => undefined)
  /** It connects in the next tick, and until the next poll we accept nothing. */
  await new Promise(process.nextTick)
  handle.listen(shortest)
  /** Looks twice, because a handshake that ends during the first look is in the queue in the second. */
  const [first, second] = [look(server), look(server, marker)]
  const isLast = second.hasMarker && (mayReset || first.handshakes + second.handshakes === 0)
  if (isLast && (await haveArrived(server, second.waiting - 1, marker))) close(server)
  else handle.listen(longest)
  marker.destroy()
}

/** Whether that many connections arrive before the marker. Others may have come behind it while the queue was long. */
async function haveArrived(server: Server, count: number, marker: Socket) {
  for (let each = 0; each < count; each++) {
    const socket = await new Promise<Socket>((resolve) => server.once('connection', resolve))
    if (socket.remotePort === marker.localPort) return false
  }
  return true
}

/** The sockets of the machine as the kernel shows them. Only Linux does: elsewhere, connections that wait are reset. */
const tableOf = (server: Server) =>
  (server.address() as AddressInfo).family === 'IPv6' ? '/proc/net/tcp6' : '/proc/net/tcp'

const [established, handshake, listening] = ['01', '03', '0A']

/** How many connections wait to be accepted, how many handshakes are unfinished, and whether the marker is among those that wait. */
function look(server: Server, marker?: Socket) {
  const found = { waiting: 0, handshakes: 0, hasMarker: false }
  const hex = (port = 0) => port.toString(16).toUpperCase().padStart(4, '0')
  const { port } = server.address() as AddressInfo
  const row = new RegExp(`^ *\\d+: \\w+:${hex(port)} \\w+:(\\w+) (\\w+) \\w+:(\\w+) \\S+ \\S+ +\\d+ +\\d+ (\\d+)`, 'gm')
  const inode = String(fstatSync(handleOf(server).fd).ino)
  for (const [, peer, state, waiting = '', owner] of readFileSync(tableOf(server), 'latin1').matchAll(row)) {
    if (state === listening && owner === inode) found.waiting = Number.parseInt(waiting, 16)
    if (state === handshake) found.handshakes += 1
    if (state === established && peer === hex(marker?.localPort)) found.hasMarker = true
  }
  return found
}
