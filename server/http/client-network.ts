import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Addresses that no router passes on to the internet. */
const local = new BlockList()
for (const [net, prefix] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  local.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  local.addSubnet(net, prefix, 'ipv6')

export const isLoopback = (address: string) => isIn(loopback, address)
export const isLocal = (address: string) => isIn(local, address)

const isIn = (list: BlockList, address: string) => {
  const plain = plainAddress(address)
  const version = isIP(plain)
  return version !== 0 && list.check(plain, version === 6 ? 'ipv6' : 'ipv4')
}

/** The address without the prefix that an IPv4 client has on a socket for both versions, and without a zone. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '')

/** One IPv6 customer has at least a /64 and can use any address in it, so it counts as one client. */
export const networkOf = (address: string): string => prefixOf(address, 4)

/** A customer may also have a whole /48, which is 65,536 networks. For IPv4 the same as `networkOf`. */
export const siteOf = (address: string): string => prefixOf(address, 3)

function prefixOf(address: string, groups: number): string {
  const plain = plainAddress(address)
  if (isIP(plain) !== 6) return plain
  /** A URL has the shortest form of an address, in lower case. */
  const [head = '', tail = ''] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const [before, after] = [groupsIn(head), groupsIn(tail)]
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return `${[...before, ...zeros, ...after].slice(0, groups).join(':')}::/${groups * 16}`
}

const groupsIn = (part: string) => part.split(':').filter((group) => group !== '')
