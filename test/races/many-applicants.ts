import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Context } from '#server/core/context.ts'
import { sessions, users } from '#server/database/schema.ts'
import { cookieName } from '#server/http/cookies.ts'

/** Inserts many signed-in applicants in two statements and returns their session cookies. */
export async function createSignedInApplicants(context: Context, size: number): Promise<string[]> {
  const { db, vault } = context
  const people = Array.from({ length: size }, (_, index) => ({
    userID: randomUUID(),
    number: String(81_000_000 + index),
  }))
  await db.insert(users).values(
    people.map(({ userID, number }) => ({
      userID,
      username: `applicant_${userID}`,
      email: `${userID}@test.example`,
      fullName: 'Lim Wei Jie',
      contactNumber: number,
      contactKey: number,
      nricSealed: vault.seal(`T${number.slice(1)}A`),
      nricHash: vault.hash(userID),
      gender: 'Male',
      nationality: 'Singaporean',
      dob: '1980-01-31',
      street: '1 Test Street',
    })),
  )
  return insertSessions(
    context,
    people.map(({ userID }) => userID),
  )
}

/** Signs each of them in with both factors, and returns the session cookies. */
export async function insertSessions({ db, clock, config }: Context, userIDs: readonly string[]): Promise<string[]> {
  const tokens = userIDs.map(() => randomBytes(32).toString('base64url'))
  await db.insert(sessions).values(
    userIDs.map((userID, index) => ({
      tokenHash: createHash('sha256')
        .update(tokens[index] ?? '')
        .digest('base64url'),
      userID,
      stage: 'full' as const,
      createdAt: clock(),
      lastSeenAt: clock(),
    })),
  )
  return tokens.map((token) => `${cookieName(config, 'session')}=${token}`)
}
