import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy to the server whose connections a test can cut at any byte, as a real network can. */
export async function startCuttableProxy(port: number) {
  const sockets = new Set<Socket>()
  let isCut = false
  const proxy = createServer((client) => {
    if (isCut) return client.destroy()
    const upstream = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => sockets.delete(from) && to.destroy())
    }
    return client
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    cut,
    reconnect: () => {
      isCut = false
    },
    close: () => {
      cut()
      proxy.close()
    },
  }
}
