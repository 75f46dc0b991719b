import { randomBytes, randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '#server/config.ts'
import { type Context, createContext, inTransaction } from '#server/context.ts'
import { beneficiaries, certificateChunks, certificates } from '#server/database/schema.ts'
import { createServices } from '#server/services.ts'
import { makePdf } from '#test/certificate-files.ts'
import { openTestDatabase, type TestDatabase } from '#test/test-database.ts'
import { readCertificate, saveCertificate } from './actions.ts'

let database: TestDatabase
let context: Context

beforeAll(async () => {
  database = await openTestDatabase()
  const config = loadConfig({ LOG_LEVEL: 'silent', ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') })
  context = createContext(createServices(database, config))
})
afterAll(() => database.close())

async function makeOwner() {
  const beneficiaryID = randomUUID()
  await database.db.insert(beneficiaries).values({
    beneficiaryID,
    beneficiaryName: 'Tan Ah Kow',
    gender: 'Male',
    nationality: 'Singaporean',
    nationalIDSealed: context.vault.seal('S1234567D'),
    relationship: 'Father',
    dateOfBirth: '1940-01-01',
    address: '1 Tembusu Road',
    postalCode: '123456',
    unitNumber: '01-01',
  })
  return { beneficiaryID }
}

const pdf = { bytes: makePdf('Certificate of birth'), mime: 'application/pdf' }
const chunksOf = (certificateID: string) =>
  database.db.select().from(certificateChunks).where(eq(certificateChunks.certificateID, certificateID))

test.each([1, 256 * 1024, 1024 * 1024 + 1])('a certificate of %i bytes comes back as it was', async (size) => {
  const owner = await makeOwner()
  const bytes = randomBytes(size)
  const id = await inTransaction(context, (inside) =>
    saveCertificate(inside, owner, 'birth', { bytes, mime: 'image/png' }),
  )
  const kept = await readCertificate(context, owner, 'birth')
  expect(kept?.mime).toBe('image/png')
  expect(kept?.bytes.equals(bytes)).toBe(true)
  expect(await chunksOf(id)).toHaveLength(Math.ceil(size / (256 * 1024)))
})

test('nothing of a certificate can be read in the database', async () => {
  const owner = await makeOwner()
  const id = await saveCertificate(context, owner, 'birth', pdf)
  for (const { sealed } of await chunksOf(id)) expect(sealed.includes('Certificate')).toBe(false)
})

test('a certificate sent again takes the place of the first, and leaves nothing of it', async () => {
  const owner = await makeOwner()
  const first = await saveCertificate(context, owner, 'birth', pdf)
  await saveCertificate(context, owner, 'birth', { ...pdf, bytes: makePdf('A better scan') })
  expect((await readCertificate(context, owner, 'birth'))?.bytes.includes('A better scan')).toBe(true)
  expect(await chunksOf(first)).toEqual([])
})

test('birth and death are kept apart, and what was never sent is not there', async () => {
  const owner = await makeOwner()
  await saveCertificate(context, owner, 'birth', pdf)
  expect(await readCertificate(context, owner, 'death')).toBeUndefined()
  expect(await readCertificate(context, await makeOwner(), 'birth')).toBeUndefined()
})

test('a certificate that lost a piece, or whose pieces changed places, is not passed off as whole', async () => {
  const owner = await makeOwner()
  const id = await saveCertificate(context, owner, 'birth', { bytes: randomBytes(600 * 1024), mime: 'image/png' })
  const first = and(eq(certificateChunks.certificateID, id), eq(certificateChunks.position, 0))
  await database.db.update(certificateChunks).set({ position: 9 }).where(first)
  await expect(readCertificate(context, owner, 'birth')).rejects.toThrow(`${id} is damaged`)
})

test('a booking that fails leaves no certificate behind', async () => {
  const owner = await makeOwner()
  const failing = inTransaction(context, async (inside) => {
    await saveCertificate(inside, owner, 'birth', pdf)
    throw new Error('the niche was taken')
  })
  await expect(failing).rejects.toThrow('taken')
  expect(
    await database.db.select().from(certificates).where(eq(certificates.beneficiaryID, owner.beneficiaryID)),
  ).toEqual([])
})
