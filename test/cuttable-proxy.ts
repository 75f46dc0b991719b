import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

export interface CuttableProxy {
  port: number
  url: string
  /** Ends all connections at once, in the middle of what they carry, and refuses new ones. */
  cut: () => Promise<void>
  /** The bytes of its answers that had left for the client when a connection was cut, by the port from which its target was called. */
  deliveredAtCut: ReadonlyMap<number, number>
  reconnect: () => Promise<void>
  /** Shows each part of an answer before it is passed on. */
  watch: (see: ((answer: Buffer) => void) | undefined) => void
  /** Keeps the connections open and passes on nothing. */
  freeze: () => void
  /** Passes on everything so many milliseconds later. */
  delay: (ms: number) => void
  close: () => Promise<void>
}

/** A TCP proxy on loopback whose connections a test can cut at any byte, freeze or delay, as a real network can. */
export async function startCuttableProxy(targetPort: number, host = '127.0.0.1'): Promise<CuttableProxy> {
  const sockets = new Set<Socket>()
  const pairs = new Map<Socket, Socket>()
  const deliveredAtCut = new Map<number, number>()
  let delayMs = 0
  let seeAnswer: ((answer: Buffer) => void) | undefined
  const slowly = () =>
    new Transform({
      transform: (part, _encoding, pass) => {
        if (delayMs > 0) setTimeout(pass, delayMs, null, part)
        else pass(null, part)
      },
    })
  const server = createServer((client) => {
    const upstream = connect(targetPort, host)
    pairs.set(client, upstream)
    client.on('close', () => pairs.delete(client))
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      if (from === upstream) from.on('data', (part: Buffer) => seeAnswer?.(part))
      from.pipe(slowly()).pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => sockets.delete(from) && to.destroy())
    }
  })
  const listen = async (port: number) => void (await once(server.listen(port, '127.0.0.1'), 'listening'))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const [client, { localPort = 0 }] of pairs)
        deliveredAtCut.set(localPort, client.bytesWritten - client.writableLength)
      for (const socket of sockets) socket.destroy()
    })
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    cut,
    deliveredAtCut,
    watch: (see) => {
      seeAnswer = see
    },
    reconnect: () => listen(port),
    freeze: () => {
      for (const socket of sockets) socket.unpipe().pause()
    },
    delay: (ms) => {
      delayMs = ms
    },
    close: cut,
  }
}

/** The address of a database that is reached through this proxy. */
export const throughProxy = (databaseUrl: string, { port }: CuttableProxy) =>
  Object.assign(new URL(databaseUrl), { port: String(port) }).href

export const proxyTo = (url: string) => startCuttableProxy(Number(new URL(url).port), new URL(url).hostname)
