import { hash } from '@node-rs/argon2'
import { contactKey } from '#contract/accounts/account.ts'
import { type DemoAccount, demoAccounts, demoPassword } from '#contract/accounts/demo-accounts.ts'
import { dayMs } from '#contract/dates.ts'
import type { Role } from '#contract/roles.ts'
import type { Context } from '#server/core/context.ts'
import { genders, randomAddress, randomName, randomNric } from './names.ts'
import type { Random } from './seeded-random.ts'

/** The README publishes these accounts, so they exist only in demo mode. */
const demoDetails = {
  applicant: {
    fullName: 'Tan Mei Ling',
    role: 'user',
    totp: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    contact: '91234567',
    gender: 'Female',
  },
  applicant2: {
    fullName: 'Lim Wei Jie',
    role: 'user',
    totp: 'KRSXG5DTMVRXEZLUKRSXG5DTMVRXEZLU',
    contact: '81234567',
    gender: 'Male',
  },
  staff: {
    fullName: 'Kavitha Nair',
    role: 'staff',
    totp: 'MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK',
    contact: '82345678',
    gender: 'Female',
  },
  admin: {
    fullName: 'Gerald Pereira',
    role: 'admin',
    totp: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    contact: '83456789',
    gender: 'Male',
  },
} as const satisfies Record<DemoAccount, { role: Role; [field: string]: string }>

/** The four accounts that can sign in. */
export const demoPeople = demoAccounts.map((account) => ({ ...account, ...demoDetails[account.username] }))

export type Person = Awaited<ReturnType<typeof createPeople>>[number]

/** The demo accounts first, then applicants who were registered at the counter and never signed in. */
export async function createPeople({ vault }: Context, random: Random, applicants: number, now: Date) {
  const passwordHash = await hash(demoPassword)
  const person = (index: number) => {
    const account = demoPeople[index]
    const gender = account?.gender ?? random.pick(genders)
    const { fullName } = account ?? randomName(random, gender)
    const contactNumber = account?.contact ?? `9${String(2_000_000 + index * 113_171).slice(0, 7)}`
    const dob = `${random.int(1948, 1996)}-${String(random.int(1, 12)).padStart(2, '0')}-${String(random.int(1, 28)).padStart(2, '0')}`
    const nric = randomNric(random, dob)
    return {
      userID: random.uuid(),
      username: account?.username ?? `${fullName.toLowerCase().replaceAll(' ', '_')}_${index}`,
      email: account?.email ?? `${fullName.toLowerCase().replaceAll(' ', '.')}.${index}@columba.example`,
      fullName,
      contactNumber,
      contactKey: contactKey(contactNumber),
      nricSealed: vault.seal(nric),
      nricHash: vault.hash(nric),
      gender,
      nationality: 'Singaporean',
      dob,
      ...randomAddress(random),
      passwordHash: account ? passwordHash : null,
      emailConfirmed: true,
      role: account?.role ?? ('user' as const),
      totpSealed: account ? vault.seal(account.totp) : null,
      createdAt: new Date(now.getTime() - random.int(370, 700) * dayMs),
    }
  }
  return Array.from({ length: demoAccounts.length + applicants }, (_, index) => person(index))
}
