import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

const anyWrite = /^\s*(insert|update|delete|commit)/i
export const onlyCommits = /^commit/i

/** Kills this process just before the write with this number, or before the commit, as a power cut would, on either engine. */
export function crashBeforeWrite(write: number, counted = anyWrite) {
  let writes = 0
  const count = (statement: string) => {
    if (counted.test(statement) && ++writes === write) process.kill(process.pid, 'SIGKILL')
  }
  const send = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [query] = given as [string | { text?: string }]
    count(typeof query === 'string' ? query : (query.text ?? ''))
    return Reflect.apply(send, this, given)
  } as typeof send
  const execute = PGlite.prototype.execProtocolRawSync
  PGlite.prototype.execProtocolRawSync = function (this: PGlite, message) {
    count(statementIn(message))
    return execute.call(this, message)
  }
}

/** The statement of a Query or Parse message; empty for the others. */
function statementIn(message: Uint8Array): string {
  const [name = '', statement = ''] = new TextDecoder().decode(message.subarray(5)).split('\0')
  const kind = String.fromCharCode(message[0] ?? 0)
  return kind === 'Q' ? name : kind === 'P' ? statement : ''
}
