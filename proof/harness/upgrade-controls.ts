import { sql } from 'drizzle-orm'
import { requireCaught, until } from './control.ts'
import { type House, one } from './house.ts'
import { uploadToFullDisk } from './house-faults.ts'
import type { Work } from './mixed-work.ts'
import type { Build } from './production.ts'
import { expectRefusal, takeConnections } from './replica-faults.ts'

const attempts = 5
/** The time of a migration that no release has yet. */
const inFuture = 4_000_000_000_000

/** The controls of upgrades, connections and full disks. The build opens a newer database, and has no sentence for a full disk. */
export async function showUpgradeControls(house: House, build: Build, begin: () => Promise<Work>) {
  const { db } = house.production.context
  const migrations = sql`drizzle.__drizzle_migrations`
  await db.execute(sql`insert into ${migrations} (hash, created_at) values ('of a newer release', ${inFuture})`)
  const opened = await expectRefusal(house, build).then(
    () => 0,
    () => 1,
  )
  await db.execute(sql`delete from ${migrations} where created_at = ${inFuture}`)
  requireCaught('a release opens the database of a newer one', opened, 'replica that starts')

  const work = await begin()
  const { broken } = work.tally
  await uploadToFullDisk(house)
  requireCaught('a full disk has no sentence', broken.splice(0).length, 'broken calls')

  await db.execute(sql`alter table bookings add column only_of_newer integer not null default 0`)
  await db.execute(sql`alter table bookings alter column only_of_newer drop default`)
  await until(() => broken.length > 0)
  await db.execute(sql`alter table bookings drop column only_of_newer`)
  await work.stop()
  requireCaught('the release before cannot use what a migration has changed', broken.length, 'broken calls')

  const { stop, start } = one(house)
  let refused = 0
  /** Connections of the killed replica may become free only after the others have taken theirs. */
  for (let attempt = 0; attempt < attempts && refused === 0; attempt++) {
    await stop('SIGKILL')
    const release = await takeConnections(house, 'too')
    refused = await start().then(
      () => 0,
      () => 1,
    )
    await release()
  }
  requireCaught('no connection is reserved', refused, 'replica that does not start')
  await start()
}
