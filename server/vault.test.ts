import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createVault, parseKeys } from './vault.ts'

const older = { id: 'older', key: randomBytes(32) }
const newer = { id: 'newer', key: randomBytes(32) }

describe('what is sealed', () => {
  const vault = createVault([older])

  test('comes back as it was, text and bytes alike', () => {
    expect(vault.openText(vault.seal('S1234567D'))).toBe('S1234567D')
    const bytes = randomBytes(300_000)
    expect(vault.open(vault.seal(bytes)).equals(bytes)).toBe(true)
    expect(vault.open(vault.seal('')).length).toBe(0)
  })

  test('does not show the text, nor that two texts are the same', () => {
    expect(vault.seal('S1234567D').includes('S1234567D')).toBe(false)
    expect(vault.seal('S1234567D').equals(vault.seal('S1234567D'))).toBe(false)
  })

  test('cannot be changed anywhere without notice', () => {
    const sealed = vault.seal('S1234567D')
    for (let at = 0; at < sealed.length; at++) {
      const altered = Buffer.from(sealed)
      altered.writeUInt8((altered.readUInt8(at) + 1) % 256, at)
      expect(() => vault.open(altered)).toThrow()
    }
  })

  test('stays shut to another key, and when cut short', () => {
    const sealed = vault.seal('S1234567D')
    expect(() => createVault([newer]).open(sealed)).toThrow(/does not have/)
    expect(() => vault.open(sealed.subarray(0, 20))).toThrow()
    expect(() => vault.open(Buffer.alloc(0))).toThrow()
  })
})

describe('while keys are rotated', () => {
  const before = createVault([older])
  const during = createVault([newer, older])

  test('what the older key sealed still opens, and asks to be sealed again', () => {
    const sealed = before.seal('letter')
    expect(during.openText(sealed)).toBe('letter')
    expect(sealed.indexOf(during.keyPrefix)).toBe(-1)
    expect(during.seal('letter').indexOf(during.keyPrefix)).toBe(0)
  })

  test('a look-up knows the hash of before and of after', () => {
    expect(during.hashes('S1234567D')).toEqual([createVault([newer]).hash('S1234567D'), before.hash('S1234567D')])
    expect(during.hash('S1234567D')).toBe(during.hashes('S1234567D')[0])
  })
})

describe('keys from the environment', () => {
  test('are one or several, with ids of their own', () => {
    const text = [newer, older].map(({ key }) => key.toString('base64')).join(', ')
    const keys = parseKeys(text)
    expect(keys.map(({ key }) => key.equals(newer.key))).toEqual([true, false])
    expect(new Set(keys.map(({ id }) => id)).size).toBe(2)
  })

  test('are refused when they are not 32 bytes', () => {
    expect(() => parseKeys('c2hvcnQ=')).toThrow('32 bytes')
    expect(() => createVault([])).toThrow()
    expect(() => createVault([{ id: 'x', key: randomBytes(16) }])).toThrow('32 bytes')
  })
})
