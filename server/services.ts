import { createBotCheck } from './accounts/create-bot-check.ts'
import type { Config } from './config.ts'
import type { Clock, Services } from './context.ts'
import type { Database } from './database/database.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open-database.ts'
import { loadOrCreateEncryptionKey } from './demo-encryption-key.ts'
import { createFormReader } from './documents/form-reader.ts'
import { createInspector } from './documents/inspector.ts'
import { createByteBudget } from './documents/memory-limit.ts'
import { createLog } from './log.ts'
import { createGateway } from './payments/create-gateway.ts'
import { createVault, parseKeys } from './vault.ts'

/** Opens what the server and the commands need: the migrated database and the ports to third parties. */
export async function openServices(config: Config): Promise<Services> {
  const database = await openDatabase(config, createLog(config.logLevel))
  try {
    await migrate(database)
    return createServices(database, config)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The same for a database that is already open and migrated. */
export function createServices(database: Database, config: Config, clock: Clock = () => new Date()): Services {
  const { db } = database
  const log = createLog(config.logLevel)
  const vault = createVault(parseKeys(config.encryptionKey ?? loadOrCreateEncryptionKey(config.dataDir)))
  const gateway = createGateway(config.stripe, { db, clock, log })
  const botCheck = createBotCheck(config, { db, clock, log, secret: vault.hash('bot check') })
  const memory = createByteBudget()
  const readForm = createFormReader({ memory, inspect: createInspector(log) })
  return { config, clock, log, vault, database, gateway, botCheck, memory, readForm }
}
