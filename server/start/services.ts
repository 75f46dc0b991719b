import { resolve } from 'node:path'
import type { Logger } from 'pino'
import { createBotCheck } from '#server/accounts/bot-check.ts'
import type { Config } from '#server/core/config.ts'
import type { Clock, Services } from '#server/core/context.ts'
import { createMissingKey, openVault } from '#server/core/encryption-key.ts'
import { isDatabaseUnavailable } from '#server/core/error-code.ts'
import { createLog } from '#server/core/log.ts'
import { StartError, tryAgainLater } from '#server/core/start-error.ts'
import { connectionErrorReason, findNewestKnown, migrate, readSchemaVersion } from '#server/database/migrate.ts'
import { isMissing, openDatabase } from '#server/database/open-database.ts'
import type { PostgresSettings } from '#server/database/postgres.ts'
import { createByteBudget } from '#server/documents/byte-budget.ts'
import { createFormReader, pictureRules } from '#server/documents/form-reader.ts'
import { createInspector } from '#server/documents/inspector.ts'
import { readSpooledForm } from '#server/documents/spooled-form-reader.ts'
import { createSandboxGateway } from '#server/payments/sandbox.ts'
import { createStripeGateway, type StripeSettings } from '#server/payments/stripe.ts'
import type { CardGateway } from '#server/ports/card-gateway.ts'
import type { Database, Db } from '#server/ports/database.ts'
import { checkInstallation, registerInstallation } from './installation.ts'
import { createReadiness } from './readiness.ts'

/**
 * A server that hangs in the middle of a transaction keeps its locks for so long, and another may wait for them. It is less than the time for
 * which the proxy waits for an answer, so that the server which it asks next can give one.
 */
export const idleInTransaction = 3000

/** Opens what the server needs: the migrated database and the ports to third parties. Creates the database if it is new. */
export const openServices = (config: Config) =>
  openWith(config, { idleInTransaction }, async (database) => {
    const version = await readSchemaVersion(database)
    if (version === 'missing') createMissingKey(config)
    const isRegistered = version !== 'missing' && (await checkInstallation(database, config))
    if (version !== 'current') await migrate(database)
    if (!isRegistered) await registerInstallation(database, config)
  })

/** The same for maintenance commands: the database must exist and be migrated, and statements may take long. */
export async function openExistingServices(config: Config): Promise<Services> {
  requireDatabase(config)
  return openWith(config, { statementTimeout: 0 }, async (database) => {
    const version = await readSchemaVersion(database)
    if (version === 'missing')
      throw new StartError(
        `The database ${database.label} is empty: no Columba has been started with it. Please check DATABASE_URL.`,
      )
    if (version === 'older')
      throw new StartError(
        `The database ${database.label} was last used by an older version. Start this version once, or run the migrate command, and try again.`,
      )
    await checkInstallation(database, config)
  })
}

/** The embedded engine would create a database that is missing. */
export function requireDatabase(config: Config) {
  if (isMissing(config))
    throw new StartError(
      `There is no database in ${resolve(config.dataDir)} (DATA_DIR), and DATABASE_URL is not set. Run the command with the settings of the server; deploy/README.md says how.`,
    )
}

async function openWith(config: Config, settings: PostgresSettings, prepare: (database: Database) => Promise<void>) {
  const database = await openDatabase(config, createLog(config.logLevel), settings)
  try {
    await prepare(database)
    return createServices(database, config)
  } catch (error) {
    await database.close()
    throw isDatabaseUnavailable(error) ? wentAway(error) : error
  }
}

/** Whoever started the program tries again: the database was restarted during a migration, or all its connections are in use. */
const wentAway = (error: unknown) =>
  new StartError(`The database went away: ${connectionErrorReason(error)}. Please try again.`, {
    exitCode: tryAgainLater,
  })

/** The same for a database that is already open and migrated. */
export function createServices(database: Database, config: Config, clock: Clock = database.clock): Services {
  const { db } = database
  const log = createLog(config.logLevel)
  const vault = openVault(config)
  const gateway = createGateway(config.stripe, { db, clock, log })
  const botCheck = createBotCheck(config, { db, clock, log, secret: vault.hash('bot check') })
  const readiness = createReadiness(database, log, findNewestKnown)
  const memory = createByteBudget()
  const inspect = createInspector(log)
  const readForm = createFormReader({ memory, inspect })
  const readPictureForm = createFormReader({ memory, inspect, rules: pictureRules })
  const shared = { config, clock, log, vault, database, readiness, gateway, botCheck, memory }
  return { ...shared, readForm, readPictureForm, readSpooledForm }
}

/** Uses the sandbox when no provider keys are set; only production has them. */
const createGateway = (
  stripe: StripeSettings | undefined,
  parts: { db: Db; clock: Clock; log: Logger },
): CardGateway => (stripe ? createStripeGateway(stripe, parts.log) : createSandboxGateway(parts))
