import { inArray, notLike, or, sql } from 'drizzle-orm'
import type { Config } from '#server/core/config.ts'
import { keyFile, openVault } from '#server/core/encryption-key.ts'
import { StartError } from '#server/core/start-error.ts'
import type { Vault } from '#server/core/vault.ts'
import { installation, users } from '#server/database/schema.ts'
import { listSealedSamples } from '#server/database/sealed-values.ts'
import { type Database, type Db, isThere } from '#server/ports/database.ts'
import { demoPeople } from '#server/seed/demo-people.ts'

type Mode = Config['mode']

const keyCheck = 'Columba'

/**
 * Refuses a database that belongs to the other mode, that another key encrypted, or that has a demo account in production.
 * Returns whether the database says what it belongs to.
 */
export async function checkInstallation({ db, label }: Database, config: Config): Promise<boolean> {
  const stored = await readInstallation(db)
  if (stored) requireMode(config, label, stored.mode)

  const vault = openVault(config)
  const sealed = stored ? [stored.keyCheckSealed] : (await listSealedSamples(db)).map(({ value }) => value)
  if (sealed.some((value) => tryOpen(vault, value) === undefined)) throw wrongKey(config, label)

  if (!stored) requireMode(config, label, await inferMode(db, vault, config.mode))
  if (config.mode === 'production' && (await hasDemoAccount(db, vault)))
    throw new StartError(
      `The database ${label} has a demo account, whose password and second factor are published: remove it before a production server starts.`,
    )
  return stored !== undefined
}

/** Records the mode and a check value of the key. Checks again, because another replica may have been faster. */
export async function registerInstallation(database: Database, config: Config) {
  const keyCheckSealed = openVault(config).seal(keyCheck)
  await database.db.insert(installation).values({ mode: config.mode, keyCheckSealed }).onConflictDoNothing()
  await checkInstallation(database, config)
}

/** Called after a key rotation: from now on no server starts without the newest key. */
export const renewKeyCheck = ({ db, vault }: { db: Db; vault: Vault }) =>
  db.update(installation).set({ keyCheckSealed: vault.seal(keyCheck) })

/** Undefined if the database is of a version that recorded nothing. */
async function readInstallation(db: Db) {
  const { rows } = await db.execute(sql`select to_regclass('installation') is not null as "exists"`)
  if (!rows[0]?.exists) return undefined
  const [stored] = await db.select().from(installation)
  return stored
}

function requireMode({ mode }: Config, label: string, stored: Mode) {
  if (stored === mode) return
  throw new StartError(
    `The database ${label} belongs to a ${stored} installation, but COLUMBA_MODE is ${mode}: ` +
      (stored === 'production'
        ? 'set COLUMBA_MODE=production and the other settings of that installation, or use another database.'
        : 'a production installation needs a database of its own.'),
  )
}

const wrongKey = (config: Config, label: string) =>
  new StartError(
    config.encryptionKey
      ? `The database ${label} was encrypted with a key that is not in ENCRYPTION_KEY: add that key, after a comma.`
      : `The database ${label} was encrypted with another key than that in ${keyFile(config.dataDir)}: set ENCRYPTION_KEY or DATA_DIR as before.`,
  )

function tryOpen(vault: Vault, sealed: Buffer): string | undefined {
  try {
    return vault.openText(sealed)
  } catch {
    return undefined
  }
}

/** Demo data, for load tests too, has only emails at columba.example; other people belong to a production installation. */
async function inferMode(db: Db, vault: Vault, mode: Mode): Promise<Mode> {
  if (await hasDemoAccount(db, vault)) return 'demo'
  const isReal = notLike(users.email, '%@columba.example')
  return (await isThere(db, users, isReal)) ? 'production' : mode
}

/** The demo is recognised by its published second factor, because anyone can register with the email of a demo account. */
async function hasDemoAccount(db: Db, vault: Vault): Promise<boolean> {
  const emails = demoPeople.map(({ email }) => email)
  const usernames = demoPeople.map(({ username }) => username)
  const secrets: (string | undefined)[] = demoPeople.map(({ totp }) => totp)
  const isCandidate = or(
    inArray(users.role, ['staff', 'admin']),
    inArray(users.email, emails),
    inArray(sql`lower(${users.username})`, usernames),
  )
  const candidates = await db.select({ sealed: users.totpSealed }).from(users).where(isCandidate)
  return candidates.some(({ sealed }) => sealed && secrets.includes(tryOpen(vault, sealed)))
}
