import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

export interface CuttableProxy {
  port: number
  url: string
  /** Ends all connections at once, in the middle of what they carry, and refuses new ones. */
  cut: () => Promise<void>
  reconnect: () => Promise<void>
  /** Keeps the connections open and passes on nothing. */
  freeze: () => void
  /** Passes on everything so many milliseconds later. */
  delay: (ms: number) => void
  close: () => Promise<void>
}

/** A TCP proxy on loopback whose connections a test can cut at any byte, freeze or delay, as a real network can. */
export async function startCuttableProxy(targetPort: number, host = '127.0.0.1'): Promise<CuttableProxy> {
  const sockets = new Set<Socket>()
  let delayMs = 0
  const slowly = () =>
    new Transform({
      transform: (part, _encoding, pass) => {
        if (delayMs > 0) setTimeout(pass, delayMs, null, part)
        else pass(null, part)
      },
    })
  const server = createServer((client) => {
    const upstream = connect(targetPort, host)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.pipe(slowly()).pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => sockets.delete(from) && to.destroy())
    }
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    cut,
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
