import { randomInt } from 'node:crypto'
import type { Context } from '#server/core/context.ts'
import { usernameIsFree } from './queries.ts'

/** Derived from the e-mail address; its owner may change it in Profile. */
export async function freeUsername({ db }: Context, email: string): Promise<string> {
  const base = (email.split('@')[0] ?? '').replace(/\W+/g, '_').slice(0, 40).padEnd(4, '_')
  let username = base
  while (!(await usernameIsFree(db, username))) username = `${base}${randomInt(1000, 1_000_000)}`
  return username
}
