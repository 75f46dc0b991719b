import { and, eq } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { formatBillNumber } from '#contract/bills/bill.ts'
import { bodySchema } from '#contract/check-form.ts'
import { toDay } from '#contract/dates.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { allEndpoints, endpointName } from '#contract/endpoints.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { nricOwnerKey } from '#contract/schema-parts.ts'
import {
  beneficiaries,
  blocks,
  bookings,
  buildings,
  levels,
  niches,
  payments,
  staffReads,
  urns,
} from '#server/database/schema.ts'
import { makeApproved } from '#test/appointment-factory.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { startSessionOf } from '#test/sign-in-without-password.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { makeUserWithTwoFactor, memberPassword } from '#test/two-factor-users.ts'
import { makeUrn } from '#test/urn-factory.ts'

type Json = Record<string, unknown>

/** Found by the parts of their reply schemas. Whatever these calls show is counted (`server/accounts/count-nrics.ts`). */
const declared = allEndpoints.filter(({ reply }) => JSON.stringify(schemaOf(reply)).includes(nricOwnerKey))

test('these calls can show a full NRIC', () => {
  expect(declared.map(endpointName).sort()).toEqual([
    'accounts.byID',
    'accounts.byNRIC',
    'privacy.download',
    'registers.export',
  ])
})

test('no reply schema has a text named like an identity number that is not declared as a full NRIC', () => {
  const found = allEndpoints.flatMap((endpoint) =>
    textsIn(schemaOf(endpoint.reply)).map(([name, schema]) => [endpointName(endpoint), name, schema] as const),
  )
  expect(found.length).toBeGreaterThan(500)
  const named = found.filter(([, name]) => /nric|national_?id|identity|passport/i.test(name))
  const others = named.filter(([, , schema]) => !(nricOwnerKey in schema || 'enum' in schema))
  /** The last four characters, of whoever collects an urn. */
  expect(new Set(others.map(([, name]) => name))).toEqual(new Set(['identityEnding']))
})

const testApp = prepareTestApp()

test('of all calls, with every role and with what is known, only those that declare it show a full NRIC, and each counts', async () => {
  const { context, app } = testApp
  const clerk = await testApp.signIn('staff')
  const family = await makeUserWithTwoFactor(testApp)
  const { bookingID } = await makeApproved(context, family)
  await makeUrn(context, clerk)
  /** The plain export has no number of anybody who may be living. */
  await context.db.update(beneficiaries).set({ dateOfDeath: '2026-01-02' })
  const unpaid = await makeBooking(context, family, { payment: 'Pending' })
  await clerk.call(paymentApi.update, { body: { bookingID: unpaid.bookingID, paymentMethod: 'Cash' } })
  const people = [family]
  for (const role of ['staff', 'admin', 'witness'] as const) people.push(await makeUserWithTwoFactor(testApp, { role }))
  const { role, ...person } = family
  const today = toDay(testApp.time.now)
  const wanted = { attr: 'nric', value: family.nric, query: family.contactNumber, day: today, from: today, to: today }
  const ids = await knownIDs()
  const known = {
    ...ids,
    ...person,
    ...wanted,
    bookingID,
    number: formatBillNumber(1),
    tags: ids.tag,
    password: memberPassword,
  }
  const secrets = [family.nric, 'S0123456A']
  const showing = new Set<string>()
  const unread = new Set(allEndpoints.filter(({ method }) => method === 'GET').map(endpointName))
  for (const endpoint of allEndpoints.filter(({ sends }) => sends !== 'text/event-stream')) {
    for (const { userID } of people) {
      const cookie = await startSessionOf(app, userID)
      const answer = await app.inject({ ...requestOf(endpoint, known), headers: { cookie } })
      if (answer.statusCode === 200) unread.delete(endpointName(endpoint))
      const text = textOf(answer.rawPayload)
      const own = people.find((each) => each.userID === userID)
      if (!secrets.some((nric) => nric !== own?.nric && text.includes(nric))) continue
      showing.add(endpointName(endpoint) ?? '')
      const ofReader = and(eq(staffReads.readerID, userID), eq(staffReads.kind, 'nric'))
      const counted = await context.db.delete(staffReads).where(ofReader).returning({ times: staffReads.times })
      expect(counted.length, `${endpointName(endpoint)} counts`).toBeGreaterThan(0)
    }
  }
  expect([...showing].sort()).toEqual(declared.map(endpointName).sort())
  expect([...unread].sort()).toEqual(withoutAnswer.split(/\s+/).sort())
})

/** Streams, and calls about what this house does not have: a draft, a photograph, a logo, a stock-take, a move that waits, a right, a placed urn. */
const withoutAnswer = `accounts.demoCode appointments.calendar appointments.events halls.draft house.logo photos.photo niches.events
  rights.deed rights.detail rights.verifyDeed rights.whoDecides
  urnCounts.detail urns.attempt urns.certificate urns.events urns.verify`

function schemaOf(schema: z.ZodType): Json {
  return z.toJSONSchema(schema, { unrepresentable: 'any' }) as Json
}

/** Every text in a schema, with the name of its field. */
function textsIn(node: unknown, name = ''): [string, Json][] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap((each) => textsIn(each, name))
  const { properties = {}, type, ...rest } = node as Json
  const fields = Object.entries(Object(properties)).flatMap(([field, part]) => textsIn(part, field))
  const inner = Object.entries(rest).flatMap(([, part]) => textsIn(part, name))
  return [...(type === 'string' ? ([[name, node]] as [string, Json][]) : []), ...fields, ...inner]
}

/** A request with a known value for every field that has one. */
function requestOf({ method, path, query, body }: Endpoint, known: Json) {
  const fill = (schema: z.ZodType | undefined) =>
    Object.fromEntries(
      textsIn(schema ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) : {})
        .filter(([name]) => name in known)
        .map(([name]) => [name, String(known[name])]),
    )
  const url = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(known[name] ?? 'none')))
  const form = typeof body === 'function' ? bodySchema({ path, body }, { today: toDay(testApp.time.now) }) : body
  return { method, url, query: fill(query), ...(method === 'POST' && { payload: fill(form) }) }
}

/** The text of a reply; of an archive, that of the files in it. */
function textOf(payload: Buffer): string {
  if (payload.subarray(0, 2).toString() !== 'PK') return payload.toString()
  return Object.values(unzipSync(new Uint8Array(payload)))
    .map((file) => strFromU8(file))
    .join('\n')
}

async function knownIDs() {
  const { db } = testApp.context
  const [booking] = await db.select().from(bookings)
  const [niche] = await db.select().from(niches)
  const [[payment], [urn], [block], [level], [building]] = await Promise.all([
    db.select().from(payments),
    db.select().from(urns),
    db.select().from(blocks),
    db.select().from(levels),
    db.select().from(buildings),
  ])
  return { ...building, ...level, ...block, ...niche, ...urn, ...payment, ...booking }
}
