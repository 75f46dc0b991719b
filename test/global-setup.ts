import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/database/migrate.ts'
import { createPGliteDatabase, startParams } from '#server/database/pglite.ts'
import { startPostgres } from '../scripts/postgres.mjs'
import { compareMoneyWithLog } from './find-violations.ts'
import { clearRecordings } from './plans/recording.ts'
import { makePostgresTemplate } from './postgres-template.ts'

/** Creates one migrated template database for the whole run. */
export async function setup(project: TestProject) {
  if (project.name === 'server') clearRecordings()
  const { template, remove } =
    process.env.TEST_ENGINE === 'postgres' ? await createPostgresTemplate() : await createPGliteTemplate()
  project.provide('template', template)
  return remove
}

async function createPGliteTemplate() {
  const folder = await mkdtemp(join(tmpdir(), 'columba-template-'))
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  const client = await PGlite.create(join(dataDir, 'db'), { startParams })
  const database = createPGliteDatabase(client)
  await migrate(database)
  await compareMoneyWithLog(database.db)
  const dump = join(folder, 'template.tar')
  await writeFile(dump, Buffer.from(await (await client.dumpDataDir('none')).arrayBuffer()))
  await client.close()
  return { template: { dump, dataDir }, remove: () => rm(folder, { recursive: true }) }
}

async function createPostgresTemplate() {
  const started = process.env.TEST_DATABASE_URL ? undefined : await startPostgres({ durable: false })
  const url = process.env.TEST_DATABASE_URL ?? started?.url ?? ''
  const { name, remove } = await makePostgresTemplate(url, async ({ db }) => void (await compareMoneyWithLog(db)))
  const removeAll = () => remove().then(() => started?.stop())
  return { template: { url, name }, remove: removeAll }
}
