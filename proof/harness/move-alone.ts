import { sql } from 'drizzle-orm'
import { createCaller } from '#test/caller.ts'
import { makeUser } from '#test/factories.ts'
import { insertSessions } from '#test/races/many-applicants.ts'
import { makeUrn, moveTogether } from '#test/urn-factory.ts'
import { connectPatiently, newTally } from './patient-client.ts'
import type { Production } from './production.ts'

const moves = ['place', 'takeOut', 'place'] as const

/** A control on a build without that rule: without the constraints that two people differ, one clerk confirms as both. */
export async function moveAlone({ context, nginx }: Production): Promise<number> {
  await context.db.execute(sql`alter table urn_moves drop constraint urn_moves_people_differ`)
  await context.db.execute(sql`alter table urn_attempts drop constraint urn_attempts_people_differ`)
  const { userID } = await makeUser(context, { role: 'staff' })
  const [cookie] = await insertSessions(context, [userID])
  const clerk = createCaller(connectPatiently({ ...nginx, tally: newTally(), isOver: () => true }), cookie)
  const urn = await makeUrn(context, clerk)
  let moved = 0
  for (const event of moves) if ((await moveTogether(urn, event, [clerk, clerk])).body.state === 'done') moved += 1
  return moved
}
