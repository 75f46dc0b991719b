import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Context } from '#server/core/context.ts'

const pending = new Set<Promise<void>>()

/**
 * Writes a letter after the reply, so that the reply does not reveal whether an account exists. The random delay keeps
 * this work from slowing down the next reply in a way that reveals it.
 */
export function writeLetterLater({ log }: Context, write: () => Promise<void>) {
  const written = setTimeout(randomInt(20, 1000))
    .then(write)
    .catch((error: unknown) => log.error({ err: error }, 'could not write a letter'))
    .finally(() => pending.delete(written))
  pending.add(written)
}

/** On shutdown, waits until all these letters are in the outbox. */
export const waitForDelayedLetters = () => Promise.all(pending)
