import { Agent, request } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BlockEvent } from '#contract/niches/api.ts'
import type { Production } from './production.ts'

/** A map is looked at so long after it has reconnected, and a niche so long after it has changed. */
const limitMs = 2000
/** A map that is wrong after this time stays wrong: its pauses before it reconnects are far shorter. */
const settledMs = 120_000

export interface OpenMaps {
  reconnections: () => number
  /** A sentence for each niche that was still wrong when the map should have settled. This is a fault. */
  wrong: string[]
  stop: () => Promise<void>
}

/** Opens maps as browsers do, and compares each with the database after every reconnection, and at the end. */
export function openMaps(
  { context, nginx }: Production,
  cookies: readonly string[],
  blockIDs: readonly string[],
  forMs = settledMs,
): OpenMaps {
  const wrong: string[] = []
  const checks: Promise<void>[] = []
  const agent = new Agent({ ca: nginx.ca })
  let [isOver, reconnections] = [false, 0]
  const streams = new Set<ReturnType<typeof request>>()

  async function follow({ cookie, blockID, shown }: (typeof open)[number]) {
    /** If the map has lost its connection again by then, it is checked after it has reconnected. */
    const check = async (line: { isOpen: boolean }) => {
      await sleep(limitMs)
      const stillWrong = await waitUntilRight(context, blockID, shown, forMs, line)
      if (line.isOpen) wrong.push(...stillWrong)
    }
    for (let connection = 0; !isOver; connection++) {
      if (connection > 0) reconnections += 1
      const line = { isOpen: true }
      await readStream(cookie, blockID, shown, () => connection > 0 && checks.push(check(line)))
      line.isOpen = false
      if (!isOver) await sleep(500 + Math.random() * 500)
    }
  }

  const readStream = (cookie: string, blockID: string, shown: Map<string, string>, onOpen: () => unknown) =>
    new Promise<void>((resolve) => {
      const url = `${nginx.url}/api/niche/events/${blockID}`
      const stream = request(url, { agent, headers: { cookie, 'accept-encoding': 'identity' } }, (reply) => {
        if (reply.statusCode === 200) onOpen()
        let text = ''
        reply.setEncoding('utf8').on('data', (part: string) => {
          text += part
          const events = text.split('\n\n')
          text = events.pop() ?? ''
          for (const event of events) if (event.startsWith('data: ')) apply(JSON.parse(event.slice(6)), shown)
        })
        reply.on('error', () => undefined)
      })
      streams.add(stream)
      stream
        .on('error', () => undefined)
        .on('close', () => {
          streams.delete(stream)
          resolve()
        })
      stream.end()
    })

  const open = cookies.map((cookie, each) => {
    const blockID = blockIDs[each % blockIDs.length] ?? ''
    return { cookie, blockID, shown: new Map<string, string>() }
  })
  const following = open.map(follow)
  return {
    reconnections: () => reconnections,
    wrong,
    /** Called when the work has ended: compares every map once more. A map on a busy machine may still be reconnecting. */
    stop: async () => {
      await sleep(limitMs)
      await Promise.all(checks)
      const stillWrong = open.map(({ blockID, shown }) => waitUntilRight(context, blockID, shown, forMs))
      wrong.push(...(await Promise.all(stillWrong)).flat())
      isOver = true
      for (const stream of streams) stream.destroy()
      await Promise.all(following)
    },
  }
}

function apply(event: z.infer<typeof BlockEvent>, shown: Map<string, string>) {
  if (event.kind === 'block') for (const { nicheID, status } of event.niches) shown.set(nicheID, status)
  if (event.kind === 'niche') shown.set(event.niche.nicheID, event.niche.status)
}

/** Returns what is still wrong when the map should have settled, or has lost its connection. */
async function waitUntilRight(
  context: Production['context'],
  blockID: string,
  shown: Map<string, string>,
  forMs: number,
  line = { isOpen: true },
) {
  const end = Date.now() + forMs
  for (;;) {
    const found = await findWrong(context, blockID, shown).catch((error) => [`the database does not answer: ${error}`])
    if (found.length === 0 || !line.isOpen || Date.now() > end) return found
    await sleep(500)
  }
}

/** Leaves out niches that changed a moment ago, because their events may still be on the way. */
async function findWrong({ db }: Production['context'], blockID: string, shown: Map<string, string>) {
  const { rows } = await db.execute<{ id: string; status: string }>(sql`
    select n.niche_id as id, n.status from niches n where n.block_id = ${blockID} and not exists (
      select 1 from niche_status_log l where l.niche_id = n.niche_id and l.at > now() - ${`${limitMs} milliseconds`}::interval)`)
  return rows
    .filter(({ id, status }) => shown.get(id) !== status)
    .map(({ id, status }) => `niche ${id} is ${status}, and the map says ${shown.get(id)}`)
}
