import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line to the server that can be cut in the middle of a word, as a real one can. */
export async function startCuttableProxy(port: number) {
  const sockets = new Set<Socket>()
  let isCut = false
  const entrance = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => sockets.delete(from) && to.destroy())
    }
    return near
  })
  await new Promise<void>((resolve) => entrance.listen(0, '127.0.0.1', resolve))
  const disconnect = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(entrance.address() as AddressInfo).port}`,
    cut: disconnect,
    reconnect: () => {
      isCut = false
    },
    close: () => {
      disconnect()
      entrance.close()
    },
  }
}
