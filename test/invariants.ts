import { expect } from 'vitest'
import type { Db } from '#server/ports/database.ts'
import { findViolations, type Invariant } from './find-violations.ts'

/** Checks the whole database; `except` names what a test broke on purpose or created without its history. */
export async function expectInvariants(db: Db, except: Invariant[] = []) {
  const found = Object.entries(await findViolations(db)).filter(([name]) => !except.some((each) => each === name))
  expect(Object.fromEntries(found)).toEqual({})
}
