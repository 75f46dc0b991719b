import { randomBytes, randomUUID } from 'node:crypto'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createVault } from '#server/core/vault.ts'
import { openTestDatabase, type TestDatabase } from '#test/test-database.ts'
import { rotateKeys, sealedColumns } from './rotate-keys.ts'
import * as schema from './schema.ts'
import { countOlderValues } from './sealed-values.ts'

const older = { id: 'older', key: randomBytes(32) }
const newer = { id: 'newer', key: randomBytes(32) }
const before = createVault([older])
const during = createVault([newer, older])
const after = createVault([newer])

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const person = (number: number) => ({
  userID: randomUUID(),
  username: `person${number}`,
  email: `person${number}@columba.example`,
  fullName: 'Tan Mei Ling',
  contactNumber: `9${1000000 + number}`,
  contactKey: `9${1000000 + number}`,
  nricSealed: before.seal(`S${1000000 + number}A`),
  nricHash: before.hash(`S${1000000 + number}A`),
  gender: 'Female',
  nationality: 'Singaporean',
  dob: '1980-01-01',
  street: '1 Tembusu Road',
})

test('after a rotation everything can be decrypted and looked up with the new key alone', async () => {
  const { db } = database
  const people = Array.from({ length: 120 }, (_, index) => person(index))
  await db.insert(schema.users).values(people)
  const letterID = randomUUID()
  const now = new Date()
  await db.insert(schema.outbox).values({
    letterID,
    kind: 'note',
    to: 'a@columba.example',
    subject: 'A',
    bodySealed: before.seal('words'),
    createdAt: now,
    dueAt: now,
  })
  await db.insert(schema.outbox).values({
    letterID: randomUUID(),
    kind: 'note',
    to: 'a@columba.example',
    subject: 'B',
    bodySealed: null,
    createdAt: now,
    dueAt: now,
  })

  const done = await rotateKeys({ db, vault: during })
  expect(done).toMatchObject({ 'users.nric_sealed': 120, 'users.totp_sealed': 0, 'outbox.body_sealed': 1 })

  const rows = await db.select().from(schema.users)
  expect(rows.map((row) => after.openText(row.nricSealed)).sort()).toEqual(
    people.map((_, index) => `S${1000000 + index}A`).sort(),
  )
  expect(rows.every((row) => row.nricHash === after.hash(after.openText(row.nricSealed)))).toBe(true)
  expect(await rotateKeys({ db, vault: after })).toMatchObject({ 'users.nric_sealed': 0, 'outbox.body_sealed': 0 })
})

test('a rotation that was interrupted continues where it stopped', async () => {
  const { db } = database
  await db.insert(schema.users).values(Array.from({ length: 5 }, (_, index) => person(500 + index)))
  let opened = 0
  const failing = { ...during, open: (sealed: Buffer) => (++opened > 3 ? fail() : during.open(sealed)) }

  await expect(rotateKeys({ db, vault: failing })).rejects.toThrow('power failure')
  expect(await rotateKeys({ db, vault: during })).toMatchObject({ 'users.nric_sealed': 2 })
})

test('a row that is changed during the rotation keeps the change', async () => {
  const { db } = database
  const someone = person(900)
  await db.insert(schema.users).values(someone)
  const contextWithRace = {
    db: {
      execute: async (query: Parameters<typeof db.execute>[0]) => {
        const result = await db.execute(query)
        await db.update(schema.users).set({ nricSealed: during.seal('S9999999Z') })
        return result
      },
    },
    vault: during,
  }
  await rotateKeys(contextWithRace as unknown as Parameters<typeof rotateKeys>[0])
  const rows = await db.select().from(schema.users)
  expect(new Set(rows.map((row) => after.openText(row.nricSealed)))).toEqual(new Set(['S9999999Z']))
})

test('the scan after a rotation finds a value that an older key encrypted meanwhile, in every encrypted column', async () => {
  const { db } = database
  await rotateKeys({ db, vault: during })
  const clean = await countOlderValues(db, during.keyPrefix)
  expect([...clean.keys()].sort()).toEqual(sealedColumns.map(({ table, column }) => `${table}.${column}`).sort())
  expect(new Set(clean.values())).toEqual(new Set([0]))
  await db.insert(schema.users).values(person(950))
  expect((await countOlderValues(db, during.keyPrefix)).get('users.nric_sealed')).toBe(1)
})

test('every sealed column of the schema is in sealedColumns, except the check value, which is renewed last', () => {
  const tables = Object.values(schema).filter(
    (each) => typeof each === 'object' && each !== null && Symbol.for('drizzle:IsDrizzleTable') in each,
  )
  const found = tables.flatMap((table) => {
    const { name, columns } = getTableConfig(table as typeof schema.users)
    if (name === 'installation') return []
    return columns.filter((column) => column.name.endsWith('sealed')).map((column) => `${name}.${column.name}`)
  })
  expect(sealedColumns.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(found.sort())
})

function fail(): never {
  throw new Error('power failure')
}
