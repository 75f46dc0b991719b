import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { formatBillNumber } from '#contract/bills/bill.ts'
import { formatRightNumber } from '#contract/rights/term.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { paddedNumber } from './padded-number.ts'

const testApp = prepareTestApp()

test.each([1, 999_999, 1_000_000, 12_345_678])('the numbers of bill and right %i are written whole', async (number) => {
  const value = sql`${number}::int`
  const { rows } = await testApp.context.db.execute(
    sql`select ${paddedNumber('COL-', value)} as bill, ${paddedNumber('R-', value)} as right`,
  )
  expect(rows).toEqual([{ bill: formatBillNumber(number), right: formatRightNumber(number) }])
})
