import { createBotCheck } from './accounts/bot-check.ts'
import type { Config } from './config.ts'
import type { Clock, Services } from './context.ts'
import { type Database, openDatabase } from './database/database.ts'
import { migrate } from './database/migrate.ts'
import { createReceive } from './documents/receive.ts'
import { createLog } from './log.ts'
import { createGateway } from './payments/create-gateway.ts'
import { keptEncryptionKey } from './secrets.ts'
import { createVault, keysFrom } from './vault.ts'

/** What the server and its commands stand on: the database, brought up to date, and the ports to the outside. */
export async function openServices(config: Config): Promise<Services> {
  const database = await openDatabase(config, createLog(config.logLevel))
  try {
    await migrate(database)
    return servicesOver(database, config)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The same over a database that is open and migrated already. */
export function servicesOver(database: Database, config: Config, clock: Clock = () => new Date()): Services {
  const { db } = database
  const log = createLog(config.logLevel)
  const vault = createVault(keysFrom(config.encryptionKey ?? keptEncryptionKey(config.dataDir)))
  const gateway = createGateway(config.stripe, { db, clock, log })
  const botCheck = createBotCheck(config, { db, clock, log, secret: vault.hash('bot check') })
  return { config, clock, log, vault, database, gateway, botCheck, receive: createReceive() }
}
