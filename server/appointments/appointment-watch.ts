import type { Context } from '#server/core/context.ts'
import { once } from '#server/core/once.ts'
import { urnChannel } from '#server/urns/public.ts'

const channel = 'appointments'
/** Changes within this time after the first are told together. */
const gatherMs = 200

/** The message lists the days that have changed. */
export const notifyAppointmentsChanged = ({ notify }: Pick<Context, 'notify'>, days: readonly string[]) =>
  notify(channel, [...new Set(days)].join(' '))

/** `day`: appointments of the watched day have changed. `tasks`: only those of other days have. */
type Tell = (kind: 'day' | 'tasks') => void

/** Tells the open pages of this process that appointments have changed, with one database listener for all of them. */
export function createAppointmentWatch({ listen }: Pick<Context, 'listen'>) {
  const watchers = new Set<{ day: string; tell: Tell }>()
  const changedDays = new Set<string>()
  let isAllChanged = false
  let timer: NodeJS.Timeout | undefined

  /** No payload means that the connection was lost, so notifications may have been missed. */
  function onNotification(payload: string | undefined) {
    if (payload === undefined) isAllChanged = true
    for (const day of payload?.split(' ') ?? []) changedDays.add(day)
    if (timer === undefined) timer = setTimeout(tellAll, gatherMs).unref()
  }

  function tellAll() {
    timer = undefined
    for (const { day, tell } of watchers) tell(isAllChanged || changedDays.has(day) ? 'day' : 'tasks')
    changedDays.clear()
    isAllChanged = false
  }

  const startListening = once(() =>
    Promise.all([
      listen(channel, onNotification),
      /** Each appointment is shown with the whereabouts of its urn, so a move of an urn changes it too. */
      listen(urnChannel, () => onNotification(undefined)),
    ]),
  )

  function watch(day: string, tell: Tell): () => void {
    const watcher = { day, tell }
    watchers.add(watcher)
    tell('day')
    return () => watchers.delete(watcher)
  }
  return { startListening, watch }
}
