import type { UrnsEvent } from '#contract/urns/api.ts'
import type { Context } from '#server/core/context.ts'
import { once } from '#server/core/once.ts'
import { attemptChannel, urnChannel } from './urn-channel.ts'

/** Changes within this time after the first are told together. */
const gatherMs = 100

/** Tells the open pages of this process that moves have begun or ended, with one database listener for all of them. */
export function createAttemptWatch({ listen }: Pick<Context, 'listen'>) {
  const watchers = new Set<(event: UrnsEvent) => void>()
  let timer: NodeJS.Timeout | undefined

  const tellSoon = () => {
    if (timer === undefined) timer = setTimeout(tellAll, gatherMs).unref()
  }
  function tellAll() {
    timer = undefined
    for (const tell of watchers) tell({ kind: 'moves' })
  }

  const startListening = once(() => Promise.all([listen(attemptChannel, tellSoon), listen(urnChannel, tellSoon)]))

  function watch(tell: (event: UrnsEvent) => void): () => void {
    watchers.add(tell)
    tell({ kind: 'moves' })
    return () => watchers.delete(tell)
  }
  return { startListening, watch }
}
