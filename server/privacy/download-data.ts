import { Readable } from 'node:stream'
import { countNRICs } from '#server/accounts/public.ts'
import { record } from '#server/audit/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { writeZip, type ZipEntry } from '#server/core/zip.ts'
import { streamCertificate } from '#server/documents/public.ts'
import { AppError } from '#server/http/errors.ts'
import { type Throttle, throttleAttempt } from '#server/http/throttles.ts'
import {
  findAccount,
  findBookingParts,
  listActivityPage,
  listActsFor,
  listBeneficiaryIDs,
  listBookingsPage,
  listLettersTo,
  listPasskeys,
  listSessions,
} from './export-queries.ts'
import { certificateFiles, presentAccount, presentActivity, presentBooking } from './present-export.ts'

const downloadsOf = (userID: string): Throttle => ({ key: `download:${userID}`, limit: 10, seconds: 3600 })

/** Everything that Columba holds about the person who asks. It is read and sent part by part. */
export async function downloadData(context: SignedInContext): Promise<Readable> {
  const { userID } = context.actor
  await throttleAttempt(context, downloadsOf(userID))
  /** The numbers of those for whom the person has booked, or whose bookings a clerk has linked to the account. */
  const beneficiaryIDs = await listBeneficiaryIDs(context.db, userID)
  const shown = beneficiaryIDs.map(({ beneficiaryID }) => ({ subject: beneficiaryID, times: 1 }))
  if (shown.length > 0) await countNRICs(context, shown)
  await record(context, 'account.downloaded', userID)
  return Readable.from(writeZip(filesAbout(context)), { objectMode: false })
}

async function* filesAbout(context: SignedInContext): AsyncGenerator<ZipEntry> {
  yield { name: 'account.json', content: one(await accountOf(context)) }
  yield { name: 'bookings.json', content: list(bookingPages(context)) }
  yield { name: 'activity.json', content: list(activityPages(context)) }
  for await (const { page, parts } of pagesWithParts(context)) {
    for (const { name, certificate } of page.flatMap((row) => certificateFiles(row, parts)))
      yield { name, content: streamCertificate(context, certificate) }
  }
}

async function accountOf(context: SignedInContext) {
  const { db, actor, vault } = context
  const account = await findAccount(db, actor.userID)
  if (!account) throw new AppError('NOT_SIGNED_IN')
  return {
    account: presentAccount(account, vault),
    sessions: await listSessions(db, actor.userID),
    passkeys: await listPasskeys(db, actor.userID),
    helpsWith: await listActsFor(db, actor.userID),
    letters: await listLettersTo(db, account),
  }
}

const bookingsPerPage = 50
const entriesPerPage = 1000

async function* pagesWithParts({ db, actor }: SignedInContext) {
  let after = ''
  for (;;) {
    const page = await listBookingsPage(db, actor.userID, after, bookingsPerPage)
    if (page.length > 0) yield { page, parts: await findBookingParts(db, page) }
    if (page.length < bookingsPerPage) return
    after = page.at(-1)?.booking.bookingID ?? ''
  }
}

async function* bookingPages(context: SignedInContext) {
  for await (const { page, parts } of pagesWithParts(context))
    yield page.map((row) => presentBooking(row, parts, context.vault))
}

async function* activityPages({ db, actor }: SignedInContext) {
  let after = 0
  for (;;) {
    const page = await listActivityPage(db, actor.userID, after, entriesPerPage)
    yield page.map((entry) => presentActivity(entry, actor.userID))
    if (page.length < entriesPerPage) return
    after = page.at(-1)?.id ?? after
  }
}

const toJson = (value: unknown) => JSON.stringify(value, undefined, 2)

async function* one(value: unknown) {
  yield `${toJson(value)}\n`
}

/** A JSON array, written page by page. */
async function* list(pages: AsyncIterable<readonly unknown[]>) {
  let separator = '['
  for await (const page of pages) {
    for (const row of page) {
      yield `${separator}\n${toJson(row)}`
      separator = ','
    }
  }
  yield separator === '[' ? '[]\n' : '\n]\n'
}
