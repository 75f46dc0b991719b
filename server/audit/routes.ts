import { auditApi } from '#contract/audit/api.ts'
import { formatRightNumber } from '#contract/rights/term.ts'
import { type App, serve } from '#server/http/serve.ts'
import { listEntries } from './queries.ts'
import { readHead } from './read-head.ts'
import { listReads, nameSubjects } from './read-queries.ts'

const perPage = 50

export async function auditRoutes(app: App) {
  serve(app, auditApi.list, async ({ db }, { query }) => {
    const rows = await listEntries(db, query, perPage + 1)
    const entries = rows.slice(0, perPage).map(({ rightNumber, name, ...entry }) => ({
      ...entry,
      about: rightNumber === null ? name : formatRightNumber(rightNumber),
    }))
    const last = rows.length > perPage ? entries.at(-1) : undefined
    return {
      entries,
      next: last ? String(last.id) : null,
    }
  })
  serve(app, auditApi.reads, async ({ db }, { query }) => {
    const reads = await listReads(db, query, perPage)
    const last = reads.at(-1)?.lastAt
    const older = last ? await listReads(db, { ...query, before: last.toISOString() }, 1) : []
    const names = await nameSubjects(db, [...new Set(reads.flatMap(({ subject }) => subject || []))])
    return {
      reads: reads.map((read) => ({ ...read, about: names.get(read.subject) ?? '' })),
      next: older.length > 0 && last ? last : null,
    }
  })
  serve(app, auditApi.head, async (context) => ({ head: await readHead(context) }))
}
