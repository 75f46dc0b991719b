import { createBotCheck } from './accounts/bot-check.ts'
import type { Config } from './config.ts'
import type { Services } from './context.ts'
import { openDatabase } from './database/database.ts'
import { migrate } from './database/migrate.ts'
import { createLog } from './log.ts'
import { createGateway } from './payments/create-gateway.ts'
import { keptEncryptionKey } from './secrets.ts'
import { createVault, keysFrom } from './vault.ts'

/** What the server and its commands stand on: the database, brought up to date, and the ports to the outside. */
export async function openServices(config: Config): Promise<Services> {
  const log = createLog(config.logLevel)
  const clock = () => new Date()
  const vault = createVault(keysFrom(config.encryptionKey ?? keptEncryptionKey(config.dataDir)))
  const database = await openDatabase(config, log)
  try {
    await migrate(database)
  } catch (error) {
    await database.close()
    throw error
  }
  const { db } = database
  return {
    config,
    clock,
    log,
    vault,
    database,
    gateway: createGateway(config.stripe, { db, clock, log }),
    botCheck: createBotCheck(config, { db, clock, log, secret: vault.hash('bot check') }),
  }
}
