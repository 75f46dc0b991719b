import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

export interface VaultKey {
  id: string
  key: Buffer
}

/** Keeps what must not be readable in a stolen copy of the database: NRICs, TOTP secrets, certificates, letters. */
export interface Vault {
  seal: (plain: Buffer | string) => Buffer
  open: (sealed: Buffer) => Buffer
  openText: (sealed: Buffer) => string
  /** How everything begins that the newest key sealed: what begins otherwise is for rotation to seal again. */
  keyPrefix: Buffer
  /** A keyed hash to find a value by without opening anything; made with the newest key. */
  hash: (text: string) => string
  /** The hash under every key, newest first: while keys are being rotated a look-up must try them all. */
  hashes: (text: string) => string[]
}

const nonceLength = 12
const tagLength = 16

/** The first key seals and hashes; every key opens. */
export function createVault(keys: readonly VaultKey[]): Vault {
  const keyRing = keys.map(deriveKeys)
  const [newest] = keyRing
  if (!newest) throw new Error('A vault needs at least one key')

  const open = (sealed: Buffer) => {
    const id = keyIDOf(sealed)
    const drawer = keyRing.find((each) => each.id === id)
    if (!drawer) throw new Error(`Sealed with the key ${JSON.stringify(id)}, which this vault does not have`)
    return decipher(drawer, sealed)
  }

  return {
    seal: (plain) => encipher(newest, plain),
    open,
    openText: (sealed) => open(sealed).toString('utf8'),
    keyPrefix: keyPrefixOf(newest),
    hash: (text) => hashWith(newest, text),
    hashes: (text) => keyRing.map((drawer) => hashWith(drawer, text)),
  }
}

/** `ENCRYPTION_KEY` holds one key, or several while rotating, newest first; an id is the key's own fingerprint, so nobody keeps a list. */
export function parseKeys(text: string): VaultKey[] {
  return text.split(',').map((each) => {
    const key = Buffer.from(each.trim(), 'base64')
    if (key.length !== 32) throw new Error('An encryption key is 32 bytes in base64')
    return { id: createHash('sha256').update('columba key id').update(key).digest('hex').slice(0, 8), key }
  })
}

interface DerivedKeys {
  id: string
  cipherKey: Buffer
  hashKey: Buffer
}

function deriveKeys({ id, key }: VaultKey): DerivedKeys {
  if (key.length !== 32) throw new Error('An encryption key is 32 bytes')
  if (Buffer.byteLength(id) === 0 || Buffer.byteLength(id) > 255) throw new Error('A key id is 1 to 255 bytes')
  const derive = (label: string) => Buffer.from(hkdfSync('sha256', key, '', label, 32))
  return { id, cipherKey: derive('columba/cipher/v1'), hashKey: derive('columba/hash/v1') }
}

/** Sealed bytes: length of the id, id, nonce, tag, ciphertext; the id is authenticated with the rest. */
function encipher(drawer: DerivedKeys, plain: Buffer | string): Buffer {
  const keyPrefix = keyPrefixOf(drawer)
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', drawer.cipherKey, nonce).setAAD(keyPrefix)
  const body = Buffer.concat([
    typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain),
    cipher.final(),
  ])
  return Buffer.concat([keyPrefix, nonce, cipher.getAuthTag(), body])
}

function decipher(drawer: DerivedKeys, sealed: Buffer): Buffer {
  const start = 1 + (sealed[0] ?? 0)
  const nonce = sealed.subarray(start, start + nonceLength)
  const tag = sealed.subarray(start + nonceLength, start + nonceLength + tagLength)
  const decipher = createDecipheriv('aes-256-gcm', drawer.cipherKey, nonce, { authTagLength: tagLength })
  decipher.setAAD(sealed.subarray(0, start)).setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(start + nonceLength + tagLength)), decipher.final()])
}

const keyPrefixOf = ({ id }: DerivedKeys) => Buffer.concat([Buffer.from([Buffer.byteLength(id)]), Buffer.from(id)])

const keyIDOf = (sealed: Buffer) => sealed.subarray(1, 1 + (sealed[0] ?? 0)).toString('utf8')

const hashWith = (drawer: DerivedKeys, text: string) =>
  createHmac('sha256', drawer.hashKey).update(text).digest('base64url')
