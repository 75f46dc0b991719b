import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerApi } from '#contract/registers/api.ts'
import { niches } from '#server/database/schema.ts'
import { importRegister } from '#server/registers/import-register.ts'
import { submit } from '../booking-forms.ts'
import { expectInvariants } from '../invariants.ts'
import { registerFilesOf } from '../register-files.ts'
import { startTestApp, type TestApp } from '../test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await startTestApp()
})
afterAll(async () => {
  await expectInvariants(testApp.context.db)
  await testApp.close()
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
