import { eq, type SQL, sql } from 'drizzle-orm'
import { batchReads } from '#server/database/batched-statements.ts'
import { preparedQuery, preparedStatement } from '#server/database/prepared.ts'
import { blockLocations, blocks, niches } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'

/**
 * A state never comes back. While the block's own version stays the same, its niches are the same ones, and each change of one makes the sum
 * larger, in whatever order the changes are committed. A database that has started again may have lost a commit, and is another state.
 */
const stateOfBlock = (more: SQL[] = []) => {
  const parts = [
    sql`extract(epoch from pg_postmaster_start_time())`,
    sql`${blocks.version}`,
    sql`sum(${niches.version})`,
    ...more,
  ]
  return sql<string>`concat_ws(' ', ${sql.join(parts, sql`, `)})`
}

/** The blocks as they are now, asked for in one statement by all calls that wait. */
export const statesOfBlocks = preparedQuery((db) => {
  const states = db
    .select({ blockID: blocks.blockID, isDraft: blocks.isDraft, state: stateOfBlock() })
    .from(blocks)
    .leftJoin(niches, eq(niches.blockID, blocks.blockID))
    .where(sql`${blocks.blockID} = any(${sql.placeholder('blockIDs')})`)
    .groupBy(blocks.blockID)
    .prepare('states_of_blocks')
  return batchReads(async (blockIDs) => {
    const rows = await states.execute({ blockIDs })
    return new Map(rows.map((row) => [row.blockID, row]))
  })
})

/** The state of all blocks together, with where each of them is. */
export const stateOfHouse = async (db: Db): Promise<string> => (await houseState(db).execute())[0]?.state ?? ''

const houseState = preparedStatement((db) => {
  const { buildingID, buildingName, buildingPosition, levelID, levelNumber, blockName } = blockLocations
  const location = [buildingID, buildingName, buildingPosition, levelID, levelNumber, blockName].map(
    (column) => sql`${column}`,
  )
  const states = db
    .select({ blockID: blocks.blockID, state: stateOfBlock(location).as('state') })
    .from(blocks)
    .innerJoin(blockLocations, eq(blockLocations.blockID, blocks.blockID))
    .leftJoin(niches, eq(niches.blockID, blocks.blockID))
    .groupBy(blocks.blockID, ...location)
    .as('states')
  return db
    .select({
      state: sql<string>`md5(coalesce(string_agg(${states.blockID} || ' ' || ${states.state}, ',' order by ${states.blockID}), ''))`,
    })
    .from(states)
    .prepare('state_of_house')
})
