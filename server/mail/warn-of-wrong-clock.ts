import type { Context } from '#server/core/context.ts'
import { readSecondsAhead } from './queries.ts'

/** In production a server whose clock is wrong by a minute claims no letters. Nothing else would tell the operator. */
export async function warnOfWrongClock({ config, db, clock, log }: Context) {
  if (config.mode !== 'production') return
  const seconds = await readSecondsAhead(db, clock())
  if (Math.abs(seconds) > 60)
    log.error({ seconds }, 'this clock is ahead of that of the database or behind it, so this server sends no letters')
}
