import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Context } from '#server/core/context.ts'
import { sessions, users } from '#server/database/schema.ts'

/** Inserts many signed-in applicants in two statements and returns their session cookies. */
export async function createSignedInApplicants({ db, vault, clock }: Context, size: number): Promise<string[]> {
  const people = Array.from({ length: size }, (_, index) => ({
    userID: randomUUID(),
    token: randomBytes(32).toString('base64url'),
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
  await db.insert(sessions).values(
    people.map(({ userID, token }) => ({
      tokenHash: createHash('sha256').update(token).digest('base64url'),
      userID,
      stage: 'full' as const,
      createdAt: clock(),
      lastSeenAt: clock(),
    })),
  )
  return people.map(({ token }) => `columba_session=${token}`)
}
