import { expect, test } from 'vitest'
import { isLocal, isLoopback, networkOf, siteOf } from './client-network.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  ['', ''],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
])('the site of %s is %s', (address, site) => {
  expect(siteOf(address)).toBe(site)
})

test('loopback and private addresses are local, public ones and those of no client are not', () => {
  for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '::1']) expect(isLoopback(address), address).toBe(true)
  for (const address of ['10.1.2.3', '172.31.0.1', '192.168.1.20', '169.254.1.1', 'fd00::1', 'fe80::1%eth0', '::1'])
    expect(isLocal(address), address).toBe(true)
  for (const address of ['203.0.113.7', '172.32.0.1', '2001:db8::1', ''])
    expect([isLocal(address), isLoopback(address)], address).toEqual([false, false])
})
