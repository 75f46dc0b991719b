import { once } from 'node:events'
import { readdirSync, watch } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { parse } from 'csv-parse/sync'
import { and, eq } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { hallApi } from '#contract/halls/api.ts'
import { type RegisterEvent, registerApi, shownProblems } from '#contract/registers/api.ts'
import { draftApi } from '#contract/registers/draft-api.ts'
import { stockTakeApi } from '#contract/urns/stock-take-api.ts'
import {
  auditLog,
  beneficiaries,
  bookings,
  nicheLocations,
  niches,
  registerImports,
  staffReads,
} from '#server/database/schema.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { beneficiary, submit } from '#test/booking-forms.ts'
import { makeUser } from '#test/factories.ts'
import { finishFirstSteps } from '#test/first-steps.ts'
import { registerFilesOf } from '#test/register-files.ts'
import { sampleRegister } from '#test/sample-register.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { makeListedUrn } from '#test/urn-factory.ts'
import { importRegister } from './import-register.ts'
import { sendRun } from './send-run.ts'

const testApp = prepareTestApp(undefined, 'each')
const admin = prepareCaller(testApp, 'admin', 'each')

const header = 'building,level,block,code,column,row,price,status'
const nicheText = `${header}\nSt Anne,1,E,A-1,1,1,1200,Occupied\nSt Anne,1,E,A-2,2,1,0,Available\n`
const peopleText = 'code,holder_name\nA-1,Ng Siew Lan\n'

const file = (content: string | Uint8Array, name = 'niches.csv') => ({ name, content: Buffer.from(content) })
const both = { niches: file(nicheText), people: file(peopleText, 'people.csv') }

type Files = Record<string, ReturnType<typeof file>>

/** Checks or imports a new draft of these files. */
async function run(endpoint: typeof registerApi.check | typeof registerApi.import, files: Files) {
  const { body } = await admin.call(endpoint, { body: { draftID: await upload(files) } })
  /** A slow run sends heartbeats between its events. */
  const lines = String(body)
    .split('\n\n')
    .filter((line) => line.startsWith('data: '))
  return lines.map((line) => JSON.parse(line.replace(/^data: /, '')) as RegisterEvent)
}
async function upload({ niches = file(''), people }: Files): Promise<string> {
  const names = { name: niches.name, secondName: people?.name ?? '' }
  const { body } = await admin.call(draftApi.upload, {
    body: names,
    files: { file: niches, ...(people && { second: people }) },
  })
  return body.draftID
}
const countNiches = () => testApp.context.db.$count(niches)
const tempFolders = () =>
  readdirSync(tmpdir()).filter((name) => new RegExp(`^columba-(upload|export)-${process.pid}-`).test(name))
const listImports = async () => (await admin.call(registerApi.imports, { query: {} })).body

test('a dry run sends progress and what would be new, and writes nothing', async () => {
  const events = await run(registerApi.check, both)
  expect(events.slice(0, -1)).toEqual([{ progress: expect.any(Number) }, { progress: 1 }])
  expect(events.at(-1)).toEqual({
    result: {
      problems: 0,
      kinds: [],
      importID: null,
      importedBefore: null,
      added: { niches: 2, people: 1 },
      unchanged: { niches: 0, people: 0 },
      different: { niches: 0, people: 0 },
      totals: [
        {
          building: 'St Anne',
          level: '1',
          block: 'E',
          niches: 2,
          people: 1,
          urns: 1,
          Available: 1,
          Reserved: 0,
          Occupied: 1,
          Blocked: 0,
        },
      ],
    },
  })
  expect([await countNiches(), await listImports()]).toEqual([0, []])
})

test('an import is listed with its admin and recorded; the same files again change nothing', async () => {
  const done = (await run(registerApi.import, both)).at(-1)
  expect(done).toMatchObject({ result: { importID: expect.any(String), added: { niches: 2, people: 1 } } })
  expect(await listImports()).toMatchObject([
    { importedBy: admin.person.fullName, niches: 2, people: 1, undoneAt: null },
  ])
  const [entry] = await testApp.context.db.select().from(auditLog).where(eq(auditLog.action, 'register.imported'))
  expect(entry).toMatchObject({ actorID: admin.person.userID, details: { niches: 2, people: 1 } })

  for (const endpoint of [registerApi.check, registerApi.import]) {
    const unchanged = { niches: 2, people: 1 }
    expect((await run(endpoint, both)).at(-1)).toMatchObject({ result: { importID: null, problems: 0, unchanged } })
  }
  expect(await testApp.context.db.$count(registerImports)).toBe(1)
})

test('a page gets the first problems, and all of them as CSV in which no cell is a formula', async () => {
  const rows = Array.from({ length: shownProblems + 20 }, (_, at) => `St Anne,1,E,A-${at},${at + 1},1,=1+1,Occupied`)
  const files = { niches: file([header, ...rows].join('\n')) }
  const events = await run(registerApi.import, files)
  expect(events.filter((event) => 'problem' in event)).toHaveLength(shownProblems)
  expect(events.at(-1)).toMatchObject({ result: { problems: shownProblems + 20, importID: null } })
  expect(await countNiches()).toBe(0)

  const { body } = await admin.call(registerApi.problems, { body: { draftID: await upload(files) } })
  const lines = String(body).trimEnd().split('\r\n')
  expect(lines).toHaveLength(shownProblems + 21)
  expect(lines[1]).toBe(
    'niches,2,price,\'=1+1,"Price must be an amount such as 3800.00, at most 1000000.00.",niches.csv',
  )
})

test('a page gets every correction that the file offers, also after the first problems', async () => {
  const codes = Array.from({ length: shownProblems + 20 }, (_, at) => `A-${at + 1}`)
  const niches = file([header, ...codes.map((code, at) => `St Anne,1,E,${code},${at + 1},1,0,Occupied`)].join('\n'))
  const withDeed = (deed: string) =>
    people(['code,beneficiary_name,deed', ...codes.map((code) => `${code},Ng Ah Kow,${deed}`)].join('\n'))
  await run(registerApi.import, { niches, people: withDeed('D-1') })
  const events = await run(registerApi.check, { niches, people: withDeed('D-2') })
  expect(events.filter((event) => 'problem' in event && event.problem.correctable)).toHaveLength(codes.length)
})

const people = (text: string) => file(text, 'people.csv')
const peopleHeader = 'code,holder_name,holder_contact,beneficiary_name,remarks'
const withPeople = {
  niches: both.niches,
  people: people(`${peopleHeader}\nA-1,Ng Siew Lan,9123 4567,Ng Ah Kow,Lilies`),
}

/** The problems of a run by column, without the IDs of bookings. */
const messagesOf = async (endpoint: typeof registerApi.check | typeof registerApi.import, text: string) =>
  (await run(endpoint, { ...withPeople, people: people(text) })).flatMap((event) =>
    'problem' in event ? [`${event.problem.column}: ${event.problem.message.replace(/.* niche has /, '')}`] : [],
  )

test('a check says what Columba has of somebody whom the file names, nothing of what an account has, and is recorded', async () => {
  await run(registerApi.import, withPeople)
  const named = `${peopleHeader}\nA-1,Ng Siew Lan,9888 0000,Ng Ah Kow,`
  const withheld = ['holder_contact: another value here.', 'remarks: another value here.']
  expect(await messagesOf(registerApi.check, named)).toEqual(['holder_contact: 9123 4567 here.', withheld[1]])
  expect(await messagesOf(registerApi.import, named)).toEqual(withheld)
  const { userID } = await makeUser(testApp.context)
  await testApp.context.db.update(bookings).set({ userID })
  expect(await messagesOf(registerApi.check, named)).toEqual(expect.arrayContaining(withheld))
  const compared = eq(auditLog.action, 'register.compared')
  expect(await testApp.context.db.$count(auditLog, and(compared, eq(auditLog.actorID, admin.person.userID)))).toBe(4)
})

test('neither an empty cell nor a row with another name is told what Columba has, by a check or in the list of problems', async () => {
  await run(registerApi.import, withPeople)
  const wrongName = `${peopleHeader}\nA-1,Lim,1234,Lim,Roses`
  expect(await messagesOf(registerApi.check, wrongName)).toContain('holder_contact: another value here.')
  for (const text of ['code,holder_name\nA-1,Lim', 'code,beneficiary_name\nA-1,Ng Ah Kow', wrongName]) {
    const draftID = await upload({ ...withPeople, people: people(text) })
    for (const endpoint of [registerApi.check, registerApi.problems]) {
      const { status, body } = await admin.call(endpoint, { body: { draftID } })
      expect([status, String(body)]).toEqual([200, expect.stringContaining('In Columba, booking')])
      expect(String(body)).not.toMatch(/Ng Siew Lan|9123 4567|Lilies/)
    }
  }
})

test('a check, an import and the list of problems show the last four characters of an identity number, and a correction writes all of it', async () => {
  const { db, vault } = testApp.context
  const text = (...lines: string[]) => people(['code,beneficiary_name,identity_number,remarks', ...lines].join('\n'))
  await run(registerApi.import, { ...both, people: text('A-1,Ng Ah Kow,S1234567D,') })
  const files = {
    ...both,
    people: text('A-1,Ng Ah Kow,K98765432,S7654321A', 'A-2,Lim Mui,E55554444X,,not the last'),
  }
  const draftID = await upload(files)
  for (const endpoint of [registerApi.import, registerApi.problems, registerApi.check]) {
    const { status, body } = await admin.call(endpoint, { body: { draftID } })
    const answer = String(body)
    expect([status, answer]).toEqual([200, expect.not.stringMatching(/S1234567D|K98765432|S7654321A|E55554444X/)])
    for (const hidden of ['•••••5432', '•••••321A', '••••••444X']) expect(answer).toContain(hidden)
  }

  const problems = (await run(registerApi.check, files)).flatMap((event) => ('problem' in event ? [event.problem] : []))
  const { value = '', correctable } = problems.find(({ column }) => column === 'identity_number') ?? {}
  const { bookingID = '', known = '' } = correctable ?? {}
  const cells = [{ bookingID, known, value, column: 'identity_number' as const }]
  const body = { draftID: await upload(files), reason: 'The book was read again', cells }
  expect((await admin.call(registerApi.correct, { body })).body).toEqual({ corrected: 1, asked: 0, refused: [] })
  const [stored] = await db.select().from(beneficiaries)
  expect(stored?.nationalIDSealed && vault.openText(stored.nationalIDSealed)).toBe('K98765432')
})

test('each check of a register is recorded as an export, with each booking whose stored values it shows', async () => {
  await run(registerApi.import, withPeople)
  const [booking] = await testApp.context.db.select().from(bookings)
  await testApp.context.db.delete(staffReads)
  const draftID = await upload({
    ...withPeople,
    people: people(`${peopleHeader}\nA-1,Ng Siew Lan,9888 0000,Ng Ah Kow,`),
  })
  for (const endpoint of [registerApi.check, registerApi.problems]) await admin.call(endpoint, { body: { draftID } })
  const reads = await testApp.context.db.select().from(staffReads)
  expect(reads.map(({ readerID, kind, subject, times }) => ({ readerID, kind, subject, times }))).toEqual(
    expect.arrayContaining(
      ['', booking?.bookingID].map((subject) => ({ readerID: admin.person.userID, kind: 'export', subject, times: 2 })),
    ),
  )
  expect(reads).toHaveLength(2)
})

test('every admin is told once a day who has read what Columba has of more than 20 bookings by comparing files', async () => {
  const other = (await testApp.signIn('admin')).person
  const codes = Array.from({ length: 21 }, (_, at) => `A-${at + 1}`)
  const nicheFile = file([header, ...codes.map((code, at) => `St Anne,1,E,${code},${at + 1},1,0,Occupied`)].join('\n'))
  const naming = (contact: string, list: readonly string[]) =>
    people([peopleHeader, ...list.map((code) => `${code},Ng Siew Lan,${contact},Ng Ah Kow,`)].join('\n'))
  const check = (list: readonly string[]) =>
    run(registerApi.check, { niches: nicheFile, people: naming('9888 0000', list) })
  const told = async (email: string) =>
    (await testApp.letters({ to: email })).filter(({ kind }) => kind === 'many-compared').map(({ text }) => text)
  await run(registerApi.import, { niches: nicheFile, people: naming('9123 4567', codes) })
  await check(codes.slice(0, 10))
  await check(codes.slice(0, 20))
  expect(await told(other.email)).toEqual([])
  await check(codes.slice(20))
  await check(codes)
  const letter = expect.stringContaining(`${admin.person.fullName} has compared a file with the register`)
  expect([await told(other.email), await told(admin.person.email)]).toEqual([[letter], [letter]])
})

test('a missing file and one that is too large are refused at their fields', async () => {
  const missing = await admin.call(draftApi.upload, { body: { name: 'niches.csv' }, files: {} })
  expect([missing.status, missing.refusal.errors]).toEqual([400, { file: 'Please choose a file.' }])
  const large = file(Buffer.alloc(24 * 1024 * 1024 + 1, 'x'))
  const refused = await admin.call(draftApi.upload, { body: { name: 'niches.csv' }, files: { file: large } })
  expect([refused.status, refused.refusal.errors]).toEqual([400, { file: 'The file is too large. At most 24 MB.' }])
  expect(await listImports()).toEqual([])
})

test('an import is undone until one of its niches is booked', async () => {
  const undo = async () => {
    const [last] = await listImports()
    return admin.call(registerApi.undo, { body: { importID: last?.importID ?? '' } })
  }
  await run(registerApi.import, both)
  expect(await undo()).toMatchObject({ status: 200, body: { niches: 2, people: 1 } })
  expect([await countNiches(), (await listImports())[0]?.undoneAt]).toEqual([0, expect.any(String)])
  expect((await undo()).status).toBe(404)

  testApp.advanceTime(1000)
  await run(registerApi.import, { niches: file(nicheText.replace(',0,', ',900,')), people: both.people })
  const [free] = await testApp.context.db.select().from(niches).where(eq(niches.nicheCode, 'A-2'))
  await finishFirstSteps(testApp, admin)
  await admin.call(hallApi.publishBlocks, { body: { blockIDs: [free?.blockID ?? ''], opensAt: '', opensHouse: true } })
  expect((await submit(await testApp.signIn('user'), free?.nicheID ?? '')).status).toBe(200)
  const refused = await undo()
  expect([refused.status, refused.refusal.error]).toEqual([
    409,
    'This import cannot be undone any more. Niche A-2 of this import was booked.',
  ])
  expect(await countNiches()).toBe(2)
})

test('an import is not undone once a block of it was counted in a stock-take', async () => {
  await run(registerApi.import, both)
  const [niche] = await testApp.context.db.select().from(niches).where(eq(niches.nicheCode, 'A-1'))
  expect((await admin.call(stockTakeApi.begin, { body: { blockID: niche?.blockID ?? '' } })).status).toBe(200)
  const [last] = await listImports()
  const refused = await admin.call(registerApi.undo, { body: { importID: last?.importID ?? '' } })
  expect([refused.status, refused.refusal.error]).toEqual([
    409,
    expect.stringMatching(/The block of niche A-\d was counted in a stock-take\.$/),
  ])
})

test('the register is downloaded as a ZIP file that can be imported again, and no file stays on the disk', async () => {
  const before = tempFolders()
  await run(registerApi.import, both)
  const { path: url } = registerApi.export
  const written: (string | null)[] = []
  const watcher = watch(tmpdir(), (_, name) => written.push(name))
  const answer = await testApp.app.inject({ url, headers: { cookie: admin.cookie } })
  expect(answer.headers['content-disposition']).toMatch(/filename="columba-register-\d{4}-\d\d-\d\d\.zip"$/)
  const files = unzipSync(new Uint8Array(answer.rawPayload))
  expect(strFromU8(files['people.csv'] ?? new Uint8Array())).toContain('\r\nA-1,Ng Siew Lan,')
  const again = await run(registerApi.check, {
    niches: file(files['niches.csv'] ?? ''),
    people: file(files['people.csv'] ?? '', 'people.csv'),
  })
  expect(again.at(-1)).toMatchObject({ result: { problems: 0, unchanged: { niches: 2, people: 1 } } })
  await expect.poll(tempFolders).toEqual(before)
  const ofProcess = expect.stringMatching(`^columba-export-${process.pid}-`)
  await expect.poll(() => written).toContainEqual(ofProcess)
  watcher.close()
  expect(await testApp.context.db.$count(auditLog, eq(auditLog.action, 'register.exported'))).toBe(1)
})

async function setDied({ bookingID }: { bookingID: string }, diedIn: string) {
  const { db } = testApp.context
  const [booking] = await db.select().from(bookings).where(eq(bookings.bookingID, bookingID))
  const isTheirs = eq(beneficiaries.beneficiaryID, booking?.beneficiaryID ?? '')
  await db.update(beneficiaries).set({ diedIn }).where(isTheirs)
}

test('an export has the identity numbers of the dead, and of the living only if it is asked for; every admin hears which', async () => {
  const { person } = await testApp.signIn('admin')
  const resting = await makeListedUrn(testApp.context)
  const dead = await makeBooking(testApp.context, person, { status: 'Confirmed' })
  await setDied(dead, '1998-07')
  const living = await makeBooking(testApp.context, person, { status: 'Confirmed', type: 'PreOrder' })
  const approvedWithoutUrn = await makeBooking(testApp.context, person, { status: 'Confirmed' })
  const people = [resting, dead, living, approvedWithoutUrn]
  const numbersIn = async (query: { livingNRICs?: 'yes' }) => {
    testApp.advanceTime(1000)
    const url = `${registerApi.export.path}?${new URLSearchParams(query)}`
    const answer = await testApp.app.inject({ url, headers: { cookie: admin.cookie } })
    const written = strFromU8(unzipSync(new Uint8Array(answer.rawPayload))['people.csv'] ?? new Uint8Array())
    const rows: Record<string, string>[] = parse(written, { columns: true, bom: true })
    const again = await run(registerApi.check, {
      niches: file(unzipSync(new Uint8Array(answer.rawPayload))['niches.csv'] ?? ''),
      people: file(written, 'people.csv'),
    })
    expect(again.at(-1)).toMatchObject({
      result: { problems: 0, added: { people: 0 }, unchanged: { people: rows.length } },
    })
    return people.map(({ bookingID }) => rows.find(({ reference }) => reference === bookingID)?.identity_number)
  }
  const nationalID = beneficiary.beneficiaryNationalID
  expect(await numbersIn({})).toEqual([nationalID, nationalID, '', ''])
  expect(await numbersIn({ livingNRICs: 'yes' })).toEqual(people.map(() => nationalID))
  const letters = (await testApp.letters({ to: person.email })).filter(({ kind }) => kind === 'register-exported')
  expect(letters.map(({ text }) => text)).toEqual([
    expect.stringMatching(
      `${admin.person.fullName}.*the identity numbers of those whose day of death is recorded or whose urn is in its niche\\.`,
    ),
    expect.stringMatching(`${admin.person.fullName}.*the identity numbers of the dead and the living\\.`),
  ])
  const entries = await testApp.context.db.select().from(auditLog).where(eq(auditLog.action, 'register.exported'))
  expect(entries.map(({ details }) => details)).toEqual([{ livingNRICs: false }, { livingNRICs: true }])
})

test('the register of one hall has only its niches and people, and the audit log and every admin read its name', async () => {
  const { person } = await testApp.signIn('admin')
  const { bookingID, nicheID } = await makeBooking(testApp.context, person, { status: 'Confirmed' })
  await makeBooking(testApp.context, person, { status: 'Confirmed' })
  const ofNiche = eq(nicheLocations.nicheID, nicheID)
  const [{ buildingName: hall = '', nicheCode = '' } = {}] = await testApp.context.db
    .select()
    .from(nicheLocations)
    .where(ofNiche)
  const download = (name: string) =>
    testApp.app.inject({
      url: `${registerApi.export.path}?${new URLSearchParams({ hall: name })}`,
      headers: { cookie: admin.cookie },
    })
  const files = unzipSync(new Uint8Array((await download(hall)).rawPayload))
  const read = (name: string): Record<string, string>[] =>
    parse(strFromU8(files[name] ?? new Uint8Array()), { columns: true, bom: true })
  expect(read('niches.csv').map(({ building, code }) => [building, code])).toEqual([[hall, nicheCode]])
  expect(read('people.csv').map(({ code, reference }) => [code, reference])).toEqual([[nicheCode, bookingID]])
  const [letter] = await testApp.letters({ to: person.email, kind: 'register-exported' })
  expect(letter?.text).toContain(`has exported the register of the hall ${hall}, with the names`)
  const entries = await testApp.context.db.select().from(auditLog).where(eq(auditLog.action, 'register.exported'))
  expect(entries.map(({ details }) => details)).toEqual([{ livingNRICs: false, hall }])
  expect((await download('No such hall')).statusCode).toBe(404)
})

test('an import whose client disconnects after the last part is not committed', async () => {
  let disconnect = () => {}
  const stream = {
    send: (event: object) => 'progress' in event && event.progress === 1 && setImmediate(disconnect),
    onClose: (work: () => void) => {
      disconnect = work
    },
    end: () => undefined,
  }
  const files = registerFilesOf({ niches: nicheText, people: peopleText })
  await sendRun(testApp.context, stream, (options) => importRegister(testApp.context, files, options))
  expect([await countNiches(), await listImports()]).toEqual([0, []])
})

test('an import whose client disconnects stops and leaves nothing', async () => {
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  const before = tempFolders()
  const draftID = await upload({ niches: file(sampleRegister(8000, 0).niches) })
  const payload = JSON.stringify({ draftID })
  const socket = connect((testApp.app.server.address() as AddressInfo).port, '127.0.0.1')
  const type = 'application/json'
  const headers = { host: 'x', cookie: admin.cookie, 'content-type': type, 'content-length': payload.length }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST ${registerApi.import.path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  socket.write(payload)
  let received = ''
  while (!received.includes('"progress"')) received += String((await once(socket, 'data'))[0])
  socket.destroy()
  await expect.poll(tempFolders).toEqual(before)
  expect(received).not.toContain('"result"')
  /** Waits for the lock of the first import. */
  await expect
    .poll(async () => (await run(registerApi.import, both)).at(-1))
    .toMatchObject({ result: { added: { niches: 2 } } })
  expect(await countNiches()).toBe(2)
})
