import { randomBytes, randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '#server/core/config.ts'
import { type Context, createContext, inTransaction } from '#server/core/context.ts'
import { beneficiaries, certificateChunks, certificates } from '#server/database/schema.ts'
import { createServices } from '#server/start/services.ts'
import { makePdf } from '#test/certificate-files.ts'
import { sampleKey } from '#test/sample-key.ts'
import { openTestDatabase, type TestDatabase } from '#test/test-database.ts'
import { readCertificates, saveCertificate } from './public.ts'

let database: TestDatabase
let context: Context

beforeAll(async () => {
  database = await openTestDatabase()
  const config = loadConfig({ LOG_LEVEL: 'silent', ENCRYPTION_KEY: sampleKey })
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

const readAll = (owner: { beneficiaryID: string }) =>
  readCertificates(context, { birth: owner, death: owner, relationship: owner })

const pdf = { bytes: makePdf('Certificate of birth'), mime: 'application/pdf' }
const chunksOf = (certificateID: string) =>
  database.db.select().from(certificateChunks).where(eq(certificateChunks.certificateID, certificateID))

test.each([1, 256 * 1024, 1024 * 1024 + 1])('a certificate of %i bytes is read back unchanged', async (size) => {
  const owner = await makeOwner()
  const bytes = randomBytes(size)
  const id = await inTransaction(context, (inside) =>
    saveCertificate(inside, owner, 'birth', { bytes, mime: 'image/png' }),
  )
  const { birth } = await readAll(owner)
  expect(birth?.mime).toBe('image/png')
  expect(birth?.bytes.equals(bytes)).toBe(true)
  expect(await chunksOf(id)).toHaveLength(Math.ceil(size / (256 * 1024)))
})

test('a stored certificate is encrypted', async () => {
  const owner = await makeOwner()
  const id = await saveCertificate(context, owner, 'birth', pdf)
  for (const { sealed } of await chunksOf(id)) expect(sealed.includes('Certificate')).toBe(false)
})

test('a certificate that is sent again replaces the first and deletes its chunks', async () => {
  const owner = await makeOwner()
  const first = await saveCertificate(context, owner, 'birth', pdf)
  await saveCertificate(context, owner, 'birth', { ...pdf, bytes: makePdf('A better scan') })
  expect((await readAll(owner)).birth?.bytes.includes('A better scan')).toBe(true)
  expect(await chunksOf(first)).toEqual([])
})

test('each certificate is returned as what it is, of the owner it is wanted from, and of nobody else', async () => {
  const [owner, other] = [await makeOwner(), await makeOwner()]
  await saveCertificate(context, owner, 'birth', pdf)
  await saveCertificate(context, owner, 'death', pdf)
  await saveCertificate(context, other, 'death', { ...pdf, bytes: makePdf('Of the other') })
  expect(Object.keys(await readAll(owner))).toEqual(['birth', 'death'])
  const { birth, death } = await readCertificates(context, { birth: other, death: other, relationship: owner })
  expect([birth, death?.bytes.includes('Of the other')]).toEqual([undefined, true])
  expect(await readAll(await makeOwner())).toEqual({})
})

test('reading a certificate whose chunks are out of order fails', async () => {
  const owner = await makeOwner()
  const id = await saveCertificate(context, owner, 'birth', { bytes: randomBytes(600 * 1024), mime: 'image/png' })
  const first = and(eq(certificateChunks.certificateID, id), eq(certificateChunks.position, 0))
  await database.db.update(certificateChunks).set({ position: 9 }).where(first)
  await expect(readAll(owner)).rejects.toThrow(`${id} is damaged`)
})

test('a certificate is rolled back with the booking that failed', async () => {
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
