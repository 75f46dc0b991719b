import { randomUUID } from 'node:crypto'
import { urnApi } from '#contract/urns/api.ts'
import type { App } from '#server/http/serve.ts'
import { createCaller } from '../caller.ts'
import { type MadeUrn, moveTogether } from '../urn-factory.ts'

const events = ['place', 'takeOut', 'release'] as const

export interface Custody {
  urn: MadeUrn
  /** The session cookies of two members of staff. */
  cookies: readonly [string, string]
  requestIDs: Record<'shelve', string> & Record<(typeof events)[number], [string, string]>
}

export const newRequestIDs = (): Custody['requestIDs'] => ({
  shelve: randomUUID(),
  place: [randomUUID(), randomUUID()],
  takeOut: [randomUUID(), randomUUID()],
  release: [randomUUID(), randomUUID()],
})

/** Two people shelve an urn, place it, take it out and release it. Repeating it after a crash leads to the same result. */
export async function moveByTwo(app: App, { urn, cookies: [one, other], requestIDs }: Custody) {
  const both = [createCaller(app, one), createCaller(app, other)] as const
  await both[0].call(urnApi.shelve, { body: { requestID: requestIDs.shelve, tag: urn.tag, shelf: 'Shelf 1' } })
  for (const event of events) await moveTogether(urn, event, both, requestIDs[event])
}
