import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { appointmentApi } from '#contract/appointments/api.ts'
import { addDays, toDay } from '#contract/dates.ts'
import { BlockLayout, defaultLayout } from '#contract/halls/block-layout.ts'
import { noChoices } from '#contract/registers/choices.ts'
import { urnApi } from '#contract/urns/api.ts'
import { record } from '#server/audit/public.ts'
import { addReads } from '#server/audit/read-queries.ts'
import { sealAudit } from '#server/audit/sealer.ts'
import { insertWithNextNumber } from '#server/bills/queries.ts'
import { settleMovedElsewhere } from '#server/bookings/public.ts'
import { rollUpStats } from '#server/dashboard/roll-up-stats.ts'
import * as schema from '#server/database/schema.ts'
import { saveCertificate } from '#server/documents/public.ts'
import { enqueueLetter } from '#server/mail/outbox.ts'
import { registerInstallation } from '#server/start/installation.ts'
import { makeApproved } from './appointment-factory.ts'
import { type MadeBooking, makeBooking } from './booking-factory.ts'
import { makePng } from './certificate-files.ts'
import { makeUser, type Person } from './factories.ts'
import { sampleHouse } from './sample-house.ts'
import type { TestApp } from './test-app.ts'
import { confirmation, makeUrn } from './urn-factory.ts'

/** Rows in every table and a value in every encrypted column. Whoever adds a table or such a column adds to this. */
export async function fillEveryTable(testApp: TestApp) {
  const { context, database, services } = testApp
  await registerInstallation(database, services.config)
  await context.db.insert(schema.house).values(sampleHouse)
  await context.db
    .insert(schema.houseLogo)
    .values({ mime: 'image/png', content: makePng().toString('base64'), version: 'first' })
  const person = await makeUser(context, { totpSecret: 'JBSWY3DPEHPK3PXP' })
  await makeBooking(context, person, { status: 'Pending', type: 'PreOrder', urn: true })
  const booking = await makeBooking(context, person, { certificateAsked: true })
  await addLargeCertificate(context, booking)
  await rollUpStats(context)
  await makeBooking(context, person)
  await addAccountRows(context, person)
  await addPaymentRows(context, booking)
  await addCashUp(context, person, booking)
  await addBill(context, person, booking)
  await addCharge(context, person, booking)
  await addHallRows(context, person, booking)
  await addRegister(context, person, booking)
  await addStockTake(context, person, booking)
  await settleMovedElsewhere(context)
  await addHolderAndLetter(context)
  await addUrnAndAppointment(testApp, person)
  await addFamily(context, person, booking)
  await addRequest(context, person)
  await record(context, 'niche.overridden', booking.nicheID)
  const read = { readerID: person.userID, kind: 'booking' as const, subject: booking.bookingID }
  await addReads(context.db, [{ ...read, times: 1, lastAt: context.clock() }])
  await enqueueLetter(context, { email: 'family@test.example' }, { kind: 'note', subject: 'A', paragraphs: ['B'] })
  await sealAudit(context)
}

type Context = TestApp['context']

const addRequest = ({ db, clock }: Context, { userID }: Person) =>
  db.insert(schema.secondPersonRequests).values({
    requestID: randomUUID(),
    act: 'withdrawLoss',
    subject: 'AB-1234',
    what: 'Withdraw the report',
    askedByID: userID,
    askedAt: clock(),
  })

async function addHolderAndLetter({ db, vault, clock }: Context) {
  const [right] = await db.select().from(schema.rights).limit(1)
  const rightID = right?.rightID ?? ''
  const contactID = randomUUID()
  await db.insert(schema.rightContacts).values({
    contactID,
    rightID,
    kind: 'successor',
    place: 1,
    name: 'Tan Ah Hua',
    reachSealed: vault.seal(JSON.stringify({ email: '', phone: '', address: '2 Hill Street' })),
    addedAt: clock(),
    tokenHash: randomUUID(),
    tokenExpiresAt: clock(),
  })
  await db.insert(schema.rightLetters).values({
    letterID: randomUUID(),
    rightID,
    endsOn: '2056-03-14',
    months: 12,
    bookingID: 'B-1',
    contactID,
    by: 'post',
    writtenAt: clock(),
  })
  const agreementID = randomUUID()
  const askedAbout = { rightID, tag: 'AB-1234', event: 'release' as const, holderID: 1, name: 'Tan Ah Kow' }
  await db.insert(schema.rightAgreements).values({ ...askedAbout, agreementID, askedAt: clock() })
  await db.insert(schema.rightLetters).values({
    letterID: randomUUID(),
    rightID,
    agreementID,
    holderID: 1,
    readerName: 'Tan Ah Kow',
    by: 'post',
    writtenAt: clock(),
  })
  const claimID = randomUUID()
  const asked = { guardian: '', by: 'counter', papers: 'Death certificate', objectUntil: '2026-03-28' } as const
  await db.insert(schema.rightClaims).values({
    ...asked,
    claimID,
    rightID,
    kind: 'succession',
    state: 'asked',
    name: 'Tan Mei',
    nricSealed: vault.seal('S7654321D'),
    addressSealed: vault.seal('2 Hill Street'),
    agreed: [{ holderID: 2, name: 'Tan Ah Lian', consent: 'Signed.' }],
    askedAt: clock(),
  })
  await db.insert(schema.rightClaimHolders).values({ claimID, holderID: 1, name: 'Tan Ah Kow' })
  const objection = { rightID, name: 'Tan Ah Beng', words: 'No', by: 'phone', at: clock(), state: 'open' } as const
  const reachSealed = vault.seal('{"email":"beng@test.example"}')
  await db.insert(schema.rightObjections).values({ ...objection, reachSealed })
  await db.insert(schema.rightLetters).values({
    letterID: randomUUID(),
    rightID,
    claimID,
    about: 'asked',
    readerName: 'Tan Ah Lian',
    addressSealed: vault.seal('1 Hill Street'),
    by: 'post',
    writtenAt: clock(),
  })
  await db.insert(schema.rightSteps).values({ rightID, position: 0, name: 'Telephone', days: 30 })
  await db.insert(schema.rightHolders).values({
    rightID,
    name: 'Tan Ah Lian',
    nricSealed: vault.seal('S1234567D'),
    addressSealed: vault.seal('1 Hill Street'),
    emailSealed: vault.seal('lian@test.example'),
    nameKeptAt: clock(),
    diedOn: '2026-01-31',
    deathToldBy: 'his daughter',
    deathRecordedAt: clock(),
    addedAt: clock(),
  })
}

async function addFamily({ db, clock }: Context, { userID }: Person, { bookingID }: MadeBooking) {
  const now = clock()
  const token = { bookingID, tokenHash: randomUUID(), expiresAt: now }
  await db.insert(schema.familyLinks).values({ ...token, madeBy: userID, madeAt: now })
  const choice = { calendar: 'lunar', leapMonth: 'leap', shortMonth: 'earlier' } as const
  const asked = { askedBy: userID, askedAt: now, writtenFor: '2026-01-01', lookOn: '2026-01-01' }
  await db.insert(schema.remembrances).values({ bookingID, tokenHash: randomUUID(), ...choice, ...asked })
  const invited = { relativeID: randomUUID(), email: 'sister@test.example', invitedBy: userID, invitedAt: now }
  await db.insert(schema.relatives).values({ ...token, ...invited, userID, acceptedAt: now, agreedAt: now })
}

/** This certificate has several parts. */
async function addLargeCertificate(context: Context, { bookingID }: MadeBooking) {
  const [found] = await context.db.select().from(schema.bookings).where(eq(schema.bookings.bookingID, bookingID))
  const large = { bytes: randomBytes(1_000_000), mime: 'application/pdf' }
  await saveCertificate(context, { beneficiaryID: found?.beneficiaryID ?? '' }, 'death', large)
}

async function addAccountRows({ db, vault, clock }: Context, { userID }: Person) {
  const now = clock()
  const sessionHash = randomUUID()
  await db.insert(schema.sessions).values({
    tokenHash: sessionHash,
    userID,
    stage: 'setup',
    pendingTotpSealed: vault.seal('JBSWY3DPEHPK3PXP'),
    createdAt: now,
    lastSeenAt: now,
  })
  await db.insert(schema.knownDevices).values({ deviceHash: randomUUID(), userID, createdAt: now, lastUsedAt: now })
  await db
    .insert(schema.passkeyChallenges)
    .values({ sessionHash, purpose: 'add', challenge: randomUUID(), expiresAt: now })
  await db.insert(schema.passkeys).values({
    passkeyID: randomUUID(),
    userID,
    credentialID: randomUUID(),
    publicKey: randomUUID(),
    counter: 1,
    transports: ['internal', 'hybrid'],
    name: 'My phone',
    addedAt: now,
  })
  await db.insert(schema.throttles).values({ key: randomUUID(), count: 1, resetsAt: now })
  await db.insert(schema.serverChecks).values({ serverID: randomUUID(), checkedAt: now })
  await db.insert(schema.recoveryCodes).values({ userID, codeHash: randomUUID() })
  const link = { tokenHash: randomUUID(), userID, expiresAt: now }
  await db.insert(schema.resetTokens).values({ ...link, purpose: 'reset' })
  await db.insert(schema.emailLinks).values({ ...link, purpose: 'undo', email: 'family@test.example' })
  await db.insert(schema.closingRequests).values({ userID, message: 'Line one\nLine two\u2028', requestedAt: now })
  await db.insert(schema.staffInvitations).values({
    invitationID: randomUUID(),
    email: 'clerk@test.example',
    role: 'staff',
    tokenHash: randomUUID(),
    invitedBy: userID,
    invitedAt: now,
    expiresAt: now,
  })
}

async function addPaymentRows({ db, clock }: Context, { bookingID }: MadeBooking) {
  const [payment] = await db.select().from(schema.payments).where(eq(schema.payments.bookingID, bookingID))
  const { paymentID = '' } = payment ?? {}
  const intent = { paymentID, intentID: randomUUID(), amountCents: 380_000 }
  await db
    .insert(schema.paymentProblems)
    .values({ ...intent, problemID: randomUUID(), kind: 'WrongAmount', foundAt: clock() })
  await db
    .insert(schema.sandboxIntents)
    .values({ ...intent, clientSecret: randomUUID(), currency: 'sgd', idempotencyKey: randomUUID() })
  await db.insert(schema.restores).values({ restoredAt: clock(), asOf: clock() })
  await db
    .insert(schema.unknownPayments)
    .values({ ...intent, currency: 'sgd', startedAt: clock(), isRefunded: false, foundAt: clock() })
}

async function addBill({ db, clock }: Context, { fullName }: Person, { bookingID }: MadeBooking) {
  const [payment] = await db.select().from(schema.payments).where(eq(schema.payments.bookingID, bookingID))
  const amounts = { netCents: 348_624, taxCents: 31_376, grossCents: 380_000 }
  const content = {
    ...amounts,
    kind: 'bill',
    cause: 'settled',
    creditsNumber: null,
    replacesNumber: null,
    reason: '',
    paymentID: payment?.paymentID ?? '',
    bookingID,
    supplier: { name: 'House', address: '1 Hill', registrationNumber: 'T1', taxNote: '', taxNumber: 'M2-1' },
    buyerName: fullName,
    buyerRegistrationNumber: '',
    buyerAddress: '1 Hill',
    buyerEmail: 'office@parish.example',
    dueOn: toDay(clock()),
    nicheCode: 'A-1',
    lines: [{ text: 'Niche A-1', rate: 900, net: '3486.24', tax: '313.76', gross: '3800.00' }],
    paymentMethod: 'Cash',
    cardLast4: null,
  } as const
  await insertWithNextNumber(db, { ...content, lines: [...content.lines] }, clock())
}

async function addCharge({ db, clock }: Context, { userID }: Person, { bookingID }: MadeBooking) {
  const at = clock()
  const [chargeID, priceID] = [randomUUID(), randomUUID()]
  const sold = { taxCategory: 'standard', accountCode: '4100' } as const
  await db.insert(schema.priceItems).values({
    ...sold,
    priceID,
    itemID: randomUUID(),
    kind: 'engraving',
    name: 'Engraving',
    grossCents: 8000,
    chargedWhen: 'byHand',
    validFrom: toDay(at),
    isWithdrawn: false,
    addedByID: userID,
    addedAt: at,
  })
  await db
    .insert(schema.charges)
    .values({ ...sold, chargeID, priceID, bookingID, text: 'Engraving', cents: 8000, taxRate: 900, addedAt: at })
  await db.insert(schema.chargeMoves).values({ chargeID, event: 'add', actorID: userID, at })
}

async function addCashUp({ db, clock }: Context, { userID }: Person, { bookingID }: MadeBooking) {
  const [payment] = await db.select().from(schema.payments).where(eq(schema.payments.bookingID, bookingID))
  const [cashUp] = await db
    .insert(schema.cashUps)
    .values({ state: 'open', countedByID: userID, countedAt: clock() })
    .returning()
  const { cashUpNumber = 0 } = cashUp ?? {}
  await db
    .insert(schema.cashUpLines)
    .values({ cashUpNumber, method: 'Cash', expectedCents: 380_000, countedCents: 380_000 })
  const moved = { movedCents: 380_000, method: 'Cash' as const, cashUpNumber }
  await db
    .insert(schema.paymentEvents)
    .values({ ...moved, paymentID: payment?.paymentID ?? null, kind: 'paid', at: clock() })
}

async function addHallRows({ db, clock }: Context, { userID }: Person, { nicheID }: MadeBooking) {
  const now = clock()
  const [niche] = await db.select().from(schema.niches).where(eq(schema.niches.nicheID, nicheID))
  const [level] = await db.select().from(schema.levels)
  const draft = { draftID: randomUUID(), levelID: level?.levelID ?? '', blockName: 'B', savedAt: now }
  await db
    .insert(schema.blockDrafts)
    .values({ ...draft, layout: BlockLayout.parse({ ...defaultLayout, basePrice: '3000' }) })
  const changeID = randomUUID()
  await db.insert(schema.priceChanges).values({
    changeID,
    blockID: niche?.blockID ?? '',
    effectiveAt: now,
    madeAt: now,
    madeByID: userID,
    change: '+5 %',
  })
  await db.insert(schema.hallPhotos).values({
    photoID: randomUUID(),
    buildingID: level?.buildingID ?? '',
    subject: 'hall',
    caption: 'From the door',
    small: 'AA==',
    large: 'AA==',
    addedAt: now,
  })
  await db.insert(schema.newPrices).values({ changeID, nicheID, priceBeforeCents: 380_000, priceCents: 399_000 })
  await db
    .insert(schema.nicheStatusLog)
    .values({ nicheID, from: 'Available', to: 'Pending', reason: 'submitted', at: now })
}

async function addRegister({ db, vault, clock }: Context, { userID }: Person, { bookingID }: MadeBooking) {
  const importID = randomUUID()
  await db.insert(schema.registerImports).values({
    importID,
    filesHash: randomUUID(),
    niches: 1,
    people: 1,
    created: { buildings: [], levels: [], blocks: [] },
    importedAt: clock(),
  })
  const draftID = randomUUID()
  await db.insert(schema.registerDrafts).values({
    draftID,
    userID,
    files: ['book.csv'],
    sheets: [{ name: 'book.csv', rows: 1, columns: 1 }],
    choices: noChoices,
    version: 1,
    changedAt: clock(),
  })
  const rowsSealed = vault.seal('[[1,["Niche"]]]')
  await db.insert(schema.registerDraftRows).values({ draftID, number: 0, sheet: 0, rowsSealed })
  await db.insert(schema.undoneUrnPlaces).values({
    importID,
    nicheCode: 'A-1',
    buildingName: 'St Anne',
    levelNumber: 1,
    blockName: 'A',
    nicheRow: 1,
    nicheColumn: 1,
    undoneAt: clock(),
  })
  await db.insert(schema.registerEntries).values({
    bookingID,
    importID,
    rowNumber: 2,
    holderName: 'Lim Ah Kow',
    holderContact: '',
    contactKey: '',
    holderEmail: '',
    holderAsImported: { holderName: 'Lim Ah Kau', holderContact: '', holderEmail: '' },
    bookedOn: '1987',
    reference: '',
    sourceSealed: vault.seal('["A"]'),
  })
  await db.insert(schema.linkCodes).values({ bookingID, userID, codeHash: randomUUID(), sentAt: clock() })
}

async function addStockTake({ db, clock }: Context, { userID }: Person, { nicheID }: MadeBooking) {
  const now = clock()
  const [niche] = await db.select().from(schema.niches).where(eq(schema.niches.nicheID, nicheID))
  const countID = randomUUID()
  await db
    .insert(schema.stockTakes)
    .values({ countID, blockID: niche?.blockID ?? '', state: 'open', firstByID: userID, startedAt: now })
  await db
    .insert(schema.stockTakeMarks)
    .values({ countID, nicheID, personID: userID, requestID: randomUUID(), finding: 'unexpected', tag: '', at: now })
  await db.insert(schema.stockTakeDifferences).values({ differenceID: randomUUID(), countID, nicheID, at: now })
}

async function addUrnAndAppointment({ context, signIn }: TestApp, family: Person) {
  const clerk = await signIn('staff')
  const urn = await makeUrn(context, clerk)
  await clerk.call(urnApi.confirm, { body: confirmation(urn, 'place') })
  await clerk.call(urnApi.reportLoss, { body: { tag: urn.tag, note: 'The daughter called.' } })
  const { bookingID } = await makeApproved(context, family)
  const day = addDays(toDay(context.clock()), 3)
  await clerk.call(appointmentApi.choose, { body: { bookingID, day, time: '09:00' } })
}
