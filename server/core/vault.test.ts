import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createVault, parseKeys } from './vault.ts'

const older = { id: 'older', key: randomBytes(32) }
const newer = { id: 'newer', key: randomBytes(32) }

describe('sealing and opening', () => {
  const vault = createVault([older])

  test('sealed text, bytes and empty values open unchanged', () => {
    expect(vault.openText(vault.seal('S1234567D'))).toBe('S1234567D')
    const bytes = randomBytes(300_000)
    expect(vault.open(vault.seal(bytes)).equals(bytes)).toBe(true)
    expect(vault.open(vault.seal('')).length).toBe(0)
  })

  test('a sealed value does not contain the text, and sealing it twice gives different values', () => {
    expect(vault.seal('S1234567D').includes('S1234567D')).toBe(false)
    expect(vault.seal('S1234567D').equals(vault.seal('S1234567D'))).toBe(false)
  })

  test('a sealed value with any changed byte is refused', () => {
    const sealed = vault.seal('S1234567D')
    for (let at = 0; at < sealed.length; at++) {
      const altered = Buffer.from(sealed)
      altered.writeUInt8((altered.readUInt8(at) + 1) % 256, at)
      expect(() => vault.open(altered)).toThrow()
    }
  })

  test('a sealed value does not open with another key or when truncated', () => {
    const sealed = vault.seal('S1234567D')
    expect(() => createVault([newer]).open(sealed)).toThrow(/does not have/)
    expect(() => vault.open(sealed.subarray(0, 20))).toThrow()
    expect(() => vault.open(Buffer.alloc(0))).toThrow()
  })
})

describe('key rotation', () => {
  const before = createVault([older])
  const during = createVault([newer, older])

  test('during key rotation a value sealed with the older key still opens, and its prefix shows that it must be resealed', () => {
    const sealed = before.seal('letter')
    expect(during.openText(sealed)).toBe('letter')
    expect(sealed.indexOf(during.keyPrefix)).toBe(-1)
    expect(during.seal('letter').indexOf(during.keyPrefix)).toBe(0)
  })

  test('during key rotation the hashes for a look-up include those of the newer and the older key', () => {
    expect(during.hashes('S1234567D')).toEqual([createVault([newer]).hash('S1234567D'), before.hash('S1234567D')])
    expect(during.hash('S1234567D')).toBe(during.hashes('S1234567D')[0])
  })
})

describe('parseKeys', () => {
  test('several keys separated by commas are parsed, each with its own id', () => {
    const text = [newer, older].map(({ key }) => key.toString('base64')).join(', ')
    const keys = parseKeys(text)
    expect(keys.map(({ key }) => key.equals(newer.key))).toEqual([true, false])
    expect(new Set(keys.map(({ id }) => id)).size).toBe(2)
  })

  test('encryption keys that are not 32 bytes are refused', () => {
    expect(() => parseKeys('c2hvcnQ=')).toThrow('32 bytes')
    expect(() => createVault([])).toThrow()
    expect(() => createVault([{ id: 'x', key: randomBytes(16) }])).toThrow('32 bytes')
  })
})
