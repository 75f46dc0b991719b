import { randomInt, randomUUID } from 'node:crypto'
import { contactKey } from '#contract/accounts/account.ts'
import type { NicheStatus } from '#contract/niches/niche.ts'
import type { Role } from '#contract/roles.ts'
import type { Context } from '#server/core/context.ts'
import { blocks, buildings, levels, niches, users } from '#server/database/schema.ts'

export interface Person {
  userID: string
  role: Role
  email: string
  fullName: string
  contactNumber: string
  nric: string
}

interface PersonDetails {
  passwordHash?: string
  totpSecret?: string
  dob?: string
  emailConfirmed?: boolean | null
}

/** The numbers are counted, because among thousands of random ones two would be the same. */
let lastNric = randomInt(10 ** 7)
const nextNric = () => {
  lastNric = (lastNric + 1) % 10 ** 7
  return `S${String(lastNric).padStart(7, '0')}A`
}

/** A new person, without a password unless the test gives a hash. */
export async function makeUser(
  { db, vault }: Pick<Context, 'db' | 'vault'>,
  details: Partial<Person> & PersonDetails = {},
): Promise<Person> {
  const { passwordHash, totpSecret, dob = '1980-01-31', emailConfirmed = true, ...given } = details
  const userID = randomUUID()
  const person: Person = {
    userID,
    role: 'user',
    email: `${userID}@test.example`,
    fullName: 'Tan Mei Ling',
    contactNumber: `9${String(randomInt(10 ** 7)).padStart(7, '0')}`,
    nric: nextNric(),
    ...given,
  }
  const { nric, ...shown } = person
  await db.insert(users).values({
    ...shown,
    username: `person_${userID.replaceAll('-', '')}`,
    contactKey: contactKey(person.contactNumber),
    nricSealed: vault.seal(nric),
    nricHash: vault.hash(nric),
    gender: 'Female',
    nationality: 'Singaporean',
    dob,
    emailConfirmed,
    street: '1 Test Street',
    unitNumber: '01-01',
    postalCode: '123456',
    passwordHash: passwordHash ?? null,
    totpSealed: totpSecret ? vault.seal(totpSecret) : null,
  })
  return person
}

export interface MadeNiche {
  nicheID: string
  nicheCode: string
  blockID: string
}

/** A niche in its own block, so that tests do not affect each other. */
export async function makeNiche(
  { db }: Pick<Context, 'db'>,
  details: { status?: NicheStatus; priceCents?: number; capacity?: number; furtherPriceCents?: number } = {},
): Promise<MadeNiche> {
  const suffix = randomUUID().slice(0, 8)
  const [buildingID, levelID, blockID] = [`hall-${suffix}`, `level-${suffix}`, `T${suffix}-1A`]
  const nicheID = randomUUID()
  const nicheCode = `${blockID}-03-05`
  await db.insert(buildings).values({ buildingID, buildingName: `Hall ${suffix}`, position: 1 })
  await db.insert(levels).values({ levelID, buildingID, levelNumber: 1 })
  await db.insert(blocks).values({ blockID, levelID, blockName: 'A' })
  await db
    .insert(niches)
    .values({ nicheID, blockID, nicheCode, nicheRow: 5, nicheColumn: 3, priceCents: 380_000, ...details })
  return { nicheID, nicheCode, blockID }
}
