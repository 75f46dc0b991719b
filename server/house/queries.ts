import { isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { house } from '#server/database/schema.ts'

type HouseRow = typeof house.$inferSelect
type Details = Omit<HouseRow, 'isOnly' | 'openedAt'>

/** Undefined until the details are saved for the first time. */
export const findHouse = (db: Db): Promise<HouseRow | undefined> =>
  db
    .select()
    .from(house)
    .then(([row]) => row)

export const lockHouse = (db: Db): Promise<HouseRow | undefined> =>
  db
    .select()
    .from(house)
    .for('update')
    .then(([row]) => row)

export const upsertHouse = (db: Db, details: Details) =>
  db.insert(house).values(details).onConflictDoUpdate({ target: house.isOnly, set: details })

/** True if the house was not open before. */
export const markOpened = (db: Db, now: Date): Promise<boolean> =>
  db
    .update(house)
    .set({ openedAt: now })
    .where(isNull(house.openedAt))
    .returning({ one: sql`1` })
    .then((rows) => rows.length === 1)
