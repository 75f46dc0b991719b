import { and, eq, isNotNull } from 'drizzle-orm'
import { formatBillNumber } from '#contract/bills/bill.ts'
import { bookingApi } from '#contract/bookings/api.ts'
import { chargeApi } from '#contract/charges/api.ts'
import { toDay } from '#contract/dates.ts'
import { codeOfID } from '#contract/documents/paper-code.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { familyApi } from '#contract/family/api.ts'
import { remembranceApi } from '#contract/family/remembrance-api.ts'
import { hallApi } from '#contract/halls/api.ts'
import { photoApi } from '#contract/halls/photo-api.ts'
import { houseApi } from '#contract/house/api.ts'
import { registerApi } from '#contract/registers/api.ts'
import { rightApi } from '#contract/rights/api.ts'
import { formatRightNumber } from '#contract/rights/term.ts'
import type { Role } from '#contract/roles.ts'
import { urnApi } from '#contract/urns/api.ts'
import { stockTakeApi } from '#contract/urns/stock-take-api.ts'
import {
  appointments,
  blocks,
  bookings,
  levels,
  niches,
  payments,
  rights,
  urnAttempts,
  urnNow,
  urns,
} from '#server/database/schema.ts'
import { application } from '../booking-forms.ts'
import { makeJpeg, makeNoisyPng } from '../certificate-files.ts'
import { makeNiche, makeUser } from '../factories.ts'
import { layoutWith, makeLevel } from '../hall-factory.ts'
import { insertSessions } from '../races/many-applicants.ts'
import { startSessionOf } from '../sign-in-without-password.ts'
import type { TestApp } from '../test-app.ts'
import { confirmation, makeUrn } from '../urn-factory.ts'

const atOnce = 50

export const isRead = ({ method, roles, path }: Endpoint) =>
  method === 'GET' && (roles === 'anyone' || Array.isArray(roles)) && !path.startsWith('/test/')

/** The cookie of each caller by role; each is another person, because some limits count by person. */
export async function signInCallers({ context }: TestApp): Promise<Callers> {
  const cookiesOf = async (role: Role) => {
    const people = await Promise.all(Array.from({ length: atOnce }, () => makeUser(context, { role })))
    return insertSessions(
      context,
      people.map(({ userID }) => userID),
    )
  }
  return {
    user: await cookiesOf('user'),
    staff: await cookiesOf('staff'),
    admin: await cookiesOf('admin'),
    witness: [],
  }
}

type Callers = Record<Role, string[]>

/** Others than the holder of the booking get 404. */
const readsOfHolder: string[] = [
  familyApi.sharing,
  remembranceApi.remembrance,
  rightApi.whoDecides,
  chargeApi.extension,
].map(({ path }) => path)

/** Staff if they may make the call, because they see most; the holder of the booking where nobody else may. Ten exports of the register at once show what fifty do, in a fifth of the time. */
export function callersOf({ roles, path }: Endpoint, callers: Callers, holder: string): string[] {
  if (readsOfHolder.includes(path)) return Array(atOnce).fill(holder)
  const role = (['staff', 'admin', 'user'] as const).find((each) => Array.isArray(roles) && roles.includes(each))
  const cookies = role ? callers[role] : Array(atOnce).fill('')
  return path === registerApi.export.path ? cookies.slice(0, 10) : cookies
}

/** Finds or makes the records that reads ask for. `pathOf` is the path of a read with them filled in, and `holder` the cookie of who holds their booking. */
export async function createPaths(testApp: TestApp) {
  const { db } = testApp.context
  const [placed] = await db
    .select()
    .from(urns)
    .innerJoin(urnNow, and(eq(urnNow.tag, urns.tag), eq(urnNow.event, 'place')))
    .innerJoin(bookings, eq(bookings.bookingID, urns.bookingID))
    .innerJoin(payments, eq(payments.bookingID, urns.bookingID))
    .innerJoin(rights, eq(rights.rightID, bookings.rightID))
    .innerJoin(niches, eq(niches.nicheID, urnNow.nicheID))
    .innerJoin(blocks, eq(blocks.blockID, niches.blockID))
    .innerJoin(levels, eq(levels.levelID, blocks.levelID))
    .where(isNotNull(bookings.userID))
    .limit(1)
  const [appointment] = await db.select().from(appointments).limit(1)
  if (!placed || !appointment) throw new Error('The demo data has no placed urn or no appointment.')
  const { bookingID } = placed.bookings
  const right = placed.rights
  /** Bills have numbers and certificates codes, too. */
  const ofRights: Record<string, string> = {
    number: formatRightNumber(right.number),
    code: codeOfID(right.rightID),
  }
  const values: Record<string, string> = {
    bookingID,
    appointmentID: appointment.appointmentID,
    day: toDay(new Date()),
    tag: placed.urns.tag,
    tags: placed.urns.tag,
    about: 'moves',
    userID: placed.bookings.userID ?? '',
    beneficiaryID: placed.bookings.beneficiaryID,
    paymentID: placed.payments.paymentID,
    nicheID: placed.niches.nicheID,
    blockID: placed.blocks.blockID,
    levelID: placed.levels.levelID,
    buildingID: placed.levels.buildingID,
    code: codeOfID(placed.urn_now.moveID),
    /** The demo has it. */
    number: formatBillNumber(1),
    attr: 'contactNumber',
    value: '80000001',
    query: '80000001',
    from: '2000-01-01',
    to: toDay(new Date()),
    ...(await makeRecords(testApp, placed.blocks.blockID)),
  }
  const scannedID = await bookWithScan(testApp)
  const pathOf = ({ path, query }: Endpoint) => {
    const known = path.startsWith('/api/rights/') ? { ...values, ...ofRights } : values
    const inPath = path.replace(/:(\w+)/g, (_, name: string) =>
      path.includes('/approval/') ? scannedID : (known[name] ?? ''),
    )
    const names = Object.keys(Object(query).shape ?? {}).filter(
      (name) => name in known && !filters.has(`${path} ${name}`),
    )
    return `${inPath}?${new URLSearchParams(names.map((name) => [name, known[name] ?? '']))}`
  }
  return { pathOf, holder: await startSessionOf(testApp.app, values.userID ?? '', 'full') }
}

/** These filters are left out, because with them there is less to read. */
const filters = new Set([
  ...['/api/niche/find', '/api/explore/find'].flatMap((path) =>
    ['buildingID', 'levelID', 'blockID'].map((name) => `${path} ${name}`),
  ),
  '/api/bills/list day',
])

async function makeRecords({ signIn, context }: TestApp, blockID: string) {
  const admin = await signIn('admin')
  const { levelID, buildingID } = await makeLevel(admin)
  const draft = await admin.call(hallApi.saveDraft, { body: { ...layoutWith(), levelID, blockName: 'A' } })
  const stockTake = await admin.call(stockTakeApi.begin, { body: { blockID } })
  const clerk = await signIn('staff')
  await clerk.call(urnApi.confirm, { body: confirmation(await makeUrn(context, clerk), 'place') })
  const [attempt] = await context.db.select().from(urnAttempts).where(eq(urnAttempts.outcome, 'open'))
  const files = { logo: { name: 'logo.png', content: makeNoisyPng(300) } }
  const { logo } = (await admin.call(houseApi.saveLogo, { body: {}, files })).body
  const [small, large] = [480, 1600].map((width) => ({ name: 'hall.jpg', content: makeJpeg({ width }) }))
  const photo = { buildingID, subject: 'hall' as const, caption: 'From the door' }
  if (small && large) await admin.call(photoApi.add, { body: photo, files: { small, large } })
  const [added] = (await admin.call(photoApi.list, { params: { buildingID } })).body
  return {
    photoID: added?.photoID ?? '',
    size: 'large',
    draftID: draft.body.draftID,
    countID: stockTake.body.countID,
    attemptID: attempt?.attemptID ?? '',
    version: new URL(logo, 'http://localhost').searchParams.get('version') ?? '',
  }
}

/** A booking with a certificate as large as a photo. */
async function bookWithScan({ context, signIn }: TestApp): Promise<string> {
  const { nicheID } = await makeNiche(context)
  const files = { birthCertFile: { name: 'birth.png', content: makeNoisyPng(1000) } }
  const body = application(nicheID, 'PreOrder')
  return (await (await signIn('user')).call(bookingApi.submit, { body, files })).body.bookingID
}
