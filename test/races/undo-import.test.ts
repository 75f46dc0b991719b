import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { registerApi } from '#contract/registers/api.ts'
import { lockNumbers } from '#server/database/lock-numbers.ts'
import { niches } from '#server/database/schema.ts'
import { importRegister } from '#server/registers/import-register.ts'
import { submit } from '../booking-forms.ts'
import { expectInvariants } from '../invariants.ts'
import { registerFilesOf } from '../register-files.ts'
import { prepareTestApp } from '../test-app.ts'
import { isPostgres } from './replicas.ts'

const testApp = prepareTestApp()
afterAll(async () => {
  await expectInvariants(testApp.context.db)
})

test('an import is undone while a family books one of its niches: exactly one of them succeeds', async () => {
  const [admin, family] = [await testApp.signIn('admin'), await testApp.signIn('user')]
  for (let round = 0; round < 12; round++) {
    const code = `R-${round}`
    const row = `St Anne,1,E,${code},${round + 1},1,1200,Available`
    const files = registerFilesOf({ niches: `building,level,block,code,column,row,price,status\n${row}\n` })
    const { importID } = await importRegister(testApp.context, files, { report: () => undefined })
    const [niche] = await testApp.context.db.select().from(niches).where(eq(niches.nicheCode, code))
    const [undone, booked] = await Promise.all([
      admin.call(registerApi.undo, { body: { importID: importID ?? '' } }),
      submit(family, niche?.nicheID ?? ''),
    ])
    expect([200, 409]).toContain(undone.status)
    expect([200, 404, 409]).toContain(booked.status)
    expect(undone.status === 200).not.toBe(booked.status === 200)
  }
})

test.runIf(isPostgres)('an import is not undone while another import runs', async () => {
  const admin = await testApp.signIn('admin')
  const files = registerFilesOf({
    niches: 'building,level,block,code,column,row,price,status\nSt Anne,1,F,S-1,1,1,1200,Available\n',
  })
  const { importID } = await importRegister(testApp.context, files, { report: () => undefined })
  const undo = () => admin.call(registerApi.undo, { body: { importID: importID ?? '' } })
  await testApp.context.db.transaction(async (db) => {
    await db.execute(sql`select pg_advisory_xact_lock(${lockNumbers.registerImport})`)
    expect((await undo()).refusal.code).toBe('REGISTER_BUSY')
  })
  expect((await undo()).status).toBe(200)
})
