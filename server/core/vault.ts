import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

export interface VaultKey {
  id: string
  key: Buffer
}

/** Encrypts what must not be readable in a stolen database: NRICs, TOTP secrets, certificates, letters. */
export interface Vault {
  seal: (plain: Buffer | string) => Buffer
  open: (sealed: Buffer) => Buffer
  openText: (sealed: Buffer) => string
  /** The first bytes of everything sealed with the newest key. Key rotation reseals whatever starts differently. */
  keyPrefix: Buffer
  /** A keyed hash, made with the newest key, for finding a sealed value without opening it. */
  hash: (text: string) => string
  /** The hash with every key, newest first: during key rotation a look-up must try them all. */
  hashes: (text: string) => string[]
  /** The same with keys of its own, so that no value sealed or hashed elsewhere can be passed off as one of the audit log. */
  forAudit: Keys
  /** The same for signing backups. */
  forBackups: Keys
}

type Keys = Omit<Vault, 'forAudit' | 'forBackups'>

const nonceLength = 12
const tagLength = 16

/** The first key seals and hashes; all keys can open. */
export function createVault(keys: readonly VaultKey[]): Vault {
  return {
    ...createVaultWithLabel(keys, 'columba'),
    forAudit: createVaultWithLabel(keys, 'columba/audit'),
    forBackups: createVaultWithLabel(keys, 'columba/backups'),
  }
}

function createVaultWithLabel(keys: readonly VaultKey[], label: string): Keys {
  const keyRing = keys.map((key) => deriveKeys(key, label))
  const [newest] = keyRing
  if (!newest) throw new Error('A vault needs at least one key')

  const open = (sealed: Buffer) => {
    const id = keyIDOf(sealed)
    const derivedKeys = keyRing.find((each) => each.id === id)
    if (!derivedKeys) throw new Error(`Sealed with the key ${JSON.stringify(id)}, which this vault does not have`)
    return decipher(derivedKeys, sealed)
  }

  return {
    seal: (plain) => encipher(newest, plain),
    open,
    openText: (sealed) => open(sealed).toString('utf8'),
    keyPrefix: keyPrefixOf(newest),
    hash: (text) => hashWith(newest, text),
    hashes: (text) => keyRing.map((each) => hashWith(each, text)),
  }
}

/** `ENCRYPTION_KEY` has one key, or several during rotation, newest first. The id is the key's fingerprint, so ids need no configuration. */
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

function deriveKeys({ id, key }: VaultKey, label: string): DerivedKeys {
  if (key.length !== 32) throw new Error('An encryption key is 32 bytes')
  if (Buffer.byteLength(id) === 0 || Buffer.byteLength(id) > 255) throw new Error('A key id is 1 to 255 bytes')
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', key, '', `${label}/${use}/v1`, 32))
  return { id, cipherKey: derive('cipher'), hashKey: derive('hash') }
}

/** Layout: length of the id, id, nonce, tag, ciphertext. Length and id are authenticated too. */
function encipher(keys: DerivedKeys, plain: Buffer | string): Buffer {
  const keyPrefix = keyPrefixOf(keys)
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', keys.cipherKey, nonce).setAAD(keyPrefix)
  const body = Buffer.concat([
    typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain),
    cipher.final(),
  ])
  return Buffer.concat([keyPrefix, nonce, cipher.getAuthTag(), body])
}

function decipher(keys: DerivedKeys, sealed: Buffer): Buffer {
  const start = 1 + (sealed[0] ?? 0)
  const nonce = sealed.subarray(start, start + nonceLength)
  const tag = sealed.subarray(start + nonceLength, start + nonceLength + tagLength)
  const decipher = createDecipheriv('aes-256-gcm', keys.cipherKey, nonce, { authTagLength: tagLength })
  decipher.setAAD(sealed.subarray(0, start)).setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(start + nonceLength + tagLength)), decipher.final()])
}

const keyPrefixOf = ({ id }: DerivedKeys) => Buffer.concat([Buffer.from([Buffer.byteLength(id)]), Buffer.from(id)])

const keyIDOf = (sealed: Buffer) => sealed.subarray(1, 1 + (sealed[0] ?? 0)).toString('utf8')

const hashWith = (keys: DerivedKeys, text: string) =>
  createHmac('sha256', keys.hashKey).update(text).digest('base64url')
