import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import type { Plugin } from 'esbuild'
import { root } from '#server/core/project-root.ts'
import { createCaller } from '#test/caller.ts'
import { buildProgram } from '#test/child-process.ts'
import { makeUser } from '#test/factories.ts'
import { insertSessions } from '#test/races/many-applicants.ts'
import { makeUrn, moveTogether } from '#test/urn-factory.ts'
import { connectPatiently, newTally } from './patient-client.ts'
import type { Production } from './production.ts'

const moves = ['place', 'takeOut', 'place'] as const
const rule = 'if (first?.firstByID === facts.actorID)'

/** For a control: without the rule and the constraints that two people differ, one clerk confirms as both. */
export async function moveAlone({ context, nginx, replicas }: Production): Promise<number> {
  await context.db.execute(sql`alter table urn_moves drop constraint urn_moves_people_differ`)
  await context.db.execute(sql`alter table urn_attempts drop constraint urn_attempts_people_differ`)
  const careless = await buildProgram('server/main.ts', root, [withoutSecondPerson])
  try {
    for (const replica of replicas) await replica.restart('SIGTERM', careless)
    const person = await makeUser(context, { role: 'staff' })
    const [cookie] = await insertSessions(context, [person.userID])
    const clerk = createCaller(connectPatiently({ ...nginx, tally: newTally(), isOver: () => true }), cookie)
    const urn = await makeUrn(context, { ...clerk, person })
    let moved = 0
    for (const event of moves) if ((await moveTogether(urn, event, [clerk, clerk])).body.state === 'done') moved += 1
    return moved
  } finally {
    await careless.remove()
  }
}

const withoutSecondPerson: Plugin = {
  name: 'without the second person',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/urns\/decide-move\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      if (!source.includes(rule)) throw new Error(`The rule that two people differ is no longer: ${rule}`)
      return { contents: source.replace(rule, 'if (false)'), loader: 'ts' }
    }),
}
