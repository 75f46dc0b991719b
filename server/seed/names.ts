import type { Random } from './seeded-random.ts'

const chinese = {
  family: [
    'Tan',
    'Lim',
    'Lee',
    'Ng',
    'Ong',
    'Wong',
    'Goh',
    'Chua',
    'Chan',
    'Koh',
    'Teo',
    'Ang',
    'Yeo',
    'Tay',
    'Ho',
    'Low',
    'Sim',
    'Toh',
    'Seah',
    'Foo',
  ],
  Female: [
    'Mei Ling',
    'Siew Hwa',
    'Hui Min',
    'Bee Lian',
    'Xin Yi',
    'Geok Choo',
    'Li Ting',
    'Ah Moy',
    'Shu Fen',
    'Poh Suan',
  ],
  Male: [
    'Wei Jie',
    'Boon Keng',
    'Kok Leong',
    'Jun Hao',
    'Chee Keong',
    'Ah Huat',
    'Swee Kiat',
    'Zhi Hao',
    'Teck Soon',
    'Hock Lye',
  ],
}
const indian = {
  family: ['Raman', 'Pillai', 'Nair', 'Krishnan', 'Menon', 'Subramaniam', 'Govindasamy', 'Rajendran'],
  Female: ['Priya', 'Lakshmi', 'Meenakshi', 'Kavitha', 'Shanthi'],
  Male: ['Suresh', 'Anand', 'Murugan', 'Vijay', 'Ganesan'],
}
const eurasian = {
  family: ['Pereira', 'De Souza', 'Sequeira', 'Monteiro', 'Oliveiro', 'Rodrigues'],
  Female: ['Theresa', 'Marianne', 'Bernadette', 'Clare'],
  Male: ['Anthony', 'Gerald', 'Lawrence', 'Vincent'],
}
export const genders = ['Female', 'Male'] as const
export type Gender = (typeof genders)[number]

/** A typical Singaporean name: Chinese family names come first, others last. */
export function randomName(random: Random, gender: Gender, family?: string): { fullName: string; family: string } {
  const people = chinese.family.includes(family ?? '')
    ? chinese
    : indian.family.includes(family ?? '')
      ? indian
      : undefined
  const group = people ?? (family ? eurasian : random.pick([chinese, chinese, chinese, indian, eurasian]))
  const own = random.pick(group[gender])
  const last = family ?? random.pick(group.family)
  return { family: last, fullName: group === chinese ? `${last} ${own}` : `${own} ${last}` }
}

const streets = [
  'Toa Payoh Lorong 4',
  'Ang Mo Kio Avenue 3',
  'Bedok North Street 2',
  'Tiong Bahru Road',
  'Serangoon Avenue 1',
  'Jurong West Street 42',
  'Tampines Street 81',
  'Bukit Batok East Avenue 5',
  'Clementi Avenue 2',
  'Hougang Avenue 8',
  'Queensway',
  'Geylang East Central',
]

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
