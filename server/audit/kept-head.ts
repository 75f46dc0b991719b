import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import type { Config } from '#server/core/config.ts'
import type { Context } from '#server/core/context.ts'
import { errorCodeOf } from '#server/core/error-code.ts'
import { logOutage } from '#server/core/log.ts'
import { makeFolder } from '#server/core/make-folder.ts'
import { auditSeals } from '#server/database/schema.ts'
import { type Db, isThere } from '#server/ports/database.ts'
import { type ExpectedHead, formatHead, type Head, parseHead } from './head.ts'

/** The file is in the data folder, which has the key too if it is not a setting. Who can rewrite the database cannot write there. */
const keptHeadFile = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'audit.head')

/** Keeps the head outside the database, unless the one that was kept is not in the chain: then it is the evidence. */
export async function keepHead({ db, config, log }: Pick<Context, 'db' | 'config' | 'log'>, head: Head) {
  const kept = readKeptHead(config)
  if (kept && !(await isInChain(db, kept))) {
    log.error({ file: keptHeadFile(config), head: formatHead(head) }, 'the audit log has lost the head that was kept')
    return
  }
  if ((kept?.position ?? 0) < head.position) replaceKeptHead({ config, log }, formatHead(head))
}

export async function findKeptHeadProblem({ db, config }: Pick<Context, 'db' | 'config'>): Promise<string | undefined> {
  const kept = readKeptHead(config)
  if (!kept || (await isInChain(db, kept))) return undefined
  const file = keptHeadFile(config)
  return `The head in ${file} is not in the chain: its end has been cut off or rewritten, or an older backup was restored. Keep a copy of the file; delete it only if you know why.`
}

/** Replaces the kept head after a restore too, which may be older than it. */
export function replaceKeptHead({ config, log }: Pick<Context, 'config' | 'log'>, head: string) {
  const file = keptHeadFile(config)
  const unfinished = `${file}.${process.pid}`
  try {
    makeFolder(config.dataDir)
    writeFileSync(unfinished, `${head}\n`, { mode: 0o600 })
    renameSync(unfinished, file)
  } catch (error) {
    logOutage(log, 'warn', 'could not keep the head of the audit log', { err: error })
  }
}

function readKeptHead(config: Pick<Config, 'dataDir'>): ExpectedHead | undefined {
  try {
    /** A text that cannot be read as a head is in no chain. */
    return parseHead(readFileSync(keptHeadFile(config), 'utf8')) ?? { position: undefined, hash: '' }
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

const isInChain = async (db: Db, { position = -1, hash }: ExpectedHead): Promise<boolean> =>
  position === 0 || isThere(db, auditSeals, and(eq(auditSeals.position, position), eq(auditSeals.hash, hash)))
