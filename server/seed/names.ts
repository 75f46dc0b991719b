import type { Random } from './seeded-random.ts'
import singaporean from './singaporean.json' with { type: 'json' }

export const genders = ['Female', 'Male'] as const
export type Gender = (typeof genders)[number]

const { chinese, indian, eurasian, streets } = singaporean

/** A typical Singaporean name: Chinese family names come first, others last. */
export function randomName(random: Random, gender: Gender, family?: string): { fullName: string; family: string } {
  const group = family ? groupOf(family) : random.pick([chinese, chinese, chinese, indian, eurasian])
  const own = random.pick(group[gender])
  const last = family ?? random.pick(group.family)
  return { family: last, fullName: group === chinese ? `${last} ${own}` : `${own} ${last}` }
}

const groupOf = (family: string) => [chinese, indian].find((group) => group.family.includes(family)) ?? eurasian

export const randomAddress = (random: Random) => ({
  street: `Blk ${random.int(1, 780)} ${random.pick(streets)}`,
  unitNumber: `#${String(random.int(2, 25)).padStart(2, '0')}-${random.int(101, 488)}`,
  postalCode: `${random.int(10, 79)}${random.digits(4)}`,
})

const letters = { S: 'JZIHGFEDCBA', T: 'GFEDCBAJZIH' }
const weights = [2, 7, 6, 5, 4, 3, 2]

/** Looks like an NRIC, but the check letter is wrong, so it cannot belong to anyone. */
export function randomNric(random: Random, dob: string): string {
  const series = dob < '2000' ? 'S' : 'T'
  const digits = dob.slice(2, 4) + random.digits(5)
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  const own = letters[series][sum % 11]
  return series + digits + random.pick([...letters[series]].filter((letter) => letter !== own))
}
