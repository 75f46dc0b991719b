import { appendFileSync } from 'node:fs'
import { NoopLogger } from 'drizzle-orm/logger'
import { PgDatabase, PgInsertBuilder, PgSelectBase, PgSelectBuilder, PgUpdateBuilder } from 'drizzle-orm/pg-core'
import { QueryPromise } from 'drizzle-orm/query-promise'
import { recordingOf, type Statement, shapeOf } from './recording.ts'

/** Methods that make a query. A query is sent when it is awaited, where the stack no longer names the file that made it. */
const makers: [object, string][] = [
  [PgSelectBuilder.prototype, 'from'],
  [PgUpdateBuilder.prototype, 'set'],
  [PgInsertBuilder.prototype, 'values'],
  [PgInsertBuilder.prototype, 'select'],
  [PgDatabase.prototype, 'delete'],
  [PgDatabase.prototype, 'execute'],
]
const madeAt = new WeakMap<object, Error>()
let sending: object | undefined
const recorded = new Set<string>()

// The setup runs again for each test file of a process.
const marker = globalThis as { columbaRecordsStatements?: boolean }
if (!marker.columbaRecordsStatements) recordStatements()
marker.columbaRecordsStatements = true

function recordStatements() {
  for (const [prototype, method] of makers)
    wrap(prototype, method, (make) => {
      const query = make()
      madeAt.set(query as object, takeStack())
      return query
    })
  /** Selects have a copy of the method. */
  for (const prototype of [QueryPromise.prototype, PgSelectBase.prototype])
    wrap(prototype, 'then', (send, query) => {
      sending = query
      try {
        return send()
      } finally {
        sending = undefined
      }
    })
  /** Drizzle passes every statement to a logger before it sends it; by default that is this one. */
  Reflect.set(NoopLogger.prototype, 'logQuery', recordStatement)
}

function wrap(prototype: object, method: string, around: (call: () => unknown, self: object) => unknown) {
  const original = Reflect.get(prototype, method)
  const wrapped = function (this: object, ...args: unknown[]) {
    return around(() => Reflect.apply(original, this, args), this)
  }
  Reflect.set(prototype, method, wrapped)
}

const isExplained = /^\s*(with|\(*select|update|delete|insert\b.*\bselect)\b/is

function recordStatement(text: string, params: unknown[]) {
  const shape = shapeOf(text)
  if (recorded.has(shape) || !isExplained.test(text)) return
  const sentBy = findSender((sending && madeAt.get(sending)) ?? takeStack())
  if (!sentBy) return
  recorded.add(shape)
  const statement: Statement = { text, params: params.map(toText), sentBy }
  appendFileSync(recordingOf(process.pid), `${JSON.stringify(statement)}\n`)
}

function takeStack() {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 25
  const error = new Error('stack')
  Error.stackTraceLimit = limit
  return error
}

const frame = /\/((?:server|contract|test|bench)\/[^\s:?]+\.ts)\S*?:(\d+):\d+/

/** They make queries for other files. */
const makersForOthers = ['test/plans/record-statements.ts', 'server/ports/database.ts']

/** The innermost file of the server, unless a test or a factory made the query itself. */
function findSender({ stack = '' }: Error): string | undefined {
  const frames = stack.split('\n').map((line) => frame.exec(line))
  const [, file = '', line] = frames.find((at) => at && !makersForOthers.includes(at[1] ?? '')) ?? []
  return file.startsWith('server/') && !file.includes('.test.') ? `${file}:${line}` : undefined
}

/** The values are written as text, because Buffers would not survive JSON. */
const toText = (value: unknown) =>
  value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex').slice(0, 64)}` : value
