import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, exists, lt, ne, type SQL, sql } from 'drizzle-orm'
import { dayMs } from '#contract/dates.ts'
import type { Choices } from '#contract/registers/choices.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import { registerDraftRows, registerDrafts } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { type StagedFile, type StagedRows, unpackRows } from './stage-file.ts'

export type StoredDraft = typeof registerDrafts.$inferSelect

/** The rows have names and numbers of people. */
const keptMs = 30 * dayMs

/** Stores the rows of files in parts. Earlier drafts of the same admin lose theirs. */
export async function insertDraft(
  { db, actor, clock, vault }: SignedInContext,
  draft: Pick<StoredDraft, 'files' | 'choices'>,
  { sheets, parts }: StagedFile,
): Promise<string> {
  const draftID = randomUUID()
  const row = { ...draft, sheets, draftID, userID: actor.userID, version: 1, changedAt: clock() }
  await db.insert(registerDrafts).values(row)
  for (const [number, { sheet, packed }] of parts.entries())
    await db.insert(registerDraftRows).values({ draftID, number, sheet, rowsSealed: vault.seal(Buffer.from(packed)) })
  await deleteRowsOf(db, and(eq(registerDrafts.userID, actor.userID), ne(registerDrafts.draftID, draftID)))
  return draftID
}

const deleteRowsOf = (db: Context['db'], which: SQL | undefined) => {
  const ofDraft = eq(registerDrafts.draftID, registerDraftRows.draftID)
  const drafts = db.select({ one: sql`1` }).from(registerDrafts).where(and(ofDraft, which))
  return db.delete(registerDraftRows).where(exists(drafts))
}

const rowsOf = (db: Context['db']) =>
  db.select({ one: sql`1` }).from(registerDraftRows).where(eq(registerDraftRows.draftID, registerDrafts.draftID))

/** The draft that the admin has open, unless it was imported or discarded. */
export async function findDraft({ db, actor }: SignedInContext): Promise<StoredDraft | undefined> {
  const [found] = await db
    .select()
    .from(registerDrafts)
    .where(and(eq(registerDrafts.userID, actor.userID), exists(rowsOf(db))))
    .orderBy(desc(registerDrafts.changedAt))
    .limit(1)
  return found
}

export async function requireDraft(context: SignedInContext, draftID: string): Promise<StoredDraft> {
  const draft = await findDraft(context)
  if (draft?.draftID !== draftID) throw new AppError('DRAFT_CHANGED')
  return draft
}

/** What was said of the last files with one of these columns, which are in lower case, the newest first, by whoever it was. Their rows may be gone. */
export async function recallChoices({ db }: Pick<Context, 'db'>, names: readonly string[]): Promise<Choices[]> {
  const found = await db
    .select({ choices: registerDrafts.choices })
    .from(registerDrafts)
    .where(
      sql`exists (select from jsonb_object_keys(${registerDrafts.choices} -> 'columns') as used (name) where ${JSON.stringify(names)}::jsonb ? lower(used.name))`,
    )
    .orderBy(desc(registerDrafts.changedAt))
    .limit(recalledDrafts)
  return found.map(({ choices }) => choices)
}

const recalledDrafts = 20

/** Refused if another tab has changed them since. */
export async function saveChoices({ db, clock }: Context, { draftID }: StoredDraft, version: number, choices: Choices) {
  const saved = await db
    .update(registerDrafts)
    .set({ choices, version: version + 1, changedAt: clock() })
    .where(and(eq(registerDrafts.draftID, draftID), eq(registerDrafts.version, version)))
    .returning({ draftID: registerDrafts.draftID })
  if (saved.length === 0) throw new AppError('DRAFT_CHANGED')
}

export const deleteDraftRows = ({ db }: Pick<Context, 'db'>, draftID: string) =>
  db.delete(registerDraftRows).where(eq(registerDraftRows.draftID, draftID))

/** Deletes the rows of drafts that nobody has touched for a month. */
export async function deleteOldDrafts({ db, clock }: Context): Promise<void> {
  await deleteRowsOf(db, lt(registerDrafts.changedAt, new Date(clock().getTime() - keptMs)))
}

/** The rows of a draft, in the order of the file. */
export const rowsOfDraft = (
  { db, vault }: Pick<Context, 'db' | 'vault'>,
  { draftID, sheets }: Pick<StoredDraft, 'draftID' | 'sheets'>,
): StagedRows => ({
  sheets,
  async *parts(sheet) {
    const ofSheet = and(eq(registerDraftRows.draftID, draftID), eq(registerDraftRows.sheet, sheet))
    const numbers = await db
      .select({ number: registerDraftRows.number })
      .from(registerDraftRows)
      .where(ofSheet)
      .orderBy(asc(registerDraftRows.number))
    if (numbers.length === 0) throw new AppError('DRAFT_CHANGED')
    for (const { number } of numbers) {
      const [part] = await db
        .select()
        .from(registerDraftRows)
        .where(and(ofSheet, eq(registerDraftRows.number, number)))
      if (!part) throw new AppError('DRAFT_CHANGED')
      yield unpackRows(vault.open(part.rowsSealed))
    }
  },
})
