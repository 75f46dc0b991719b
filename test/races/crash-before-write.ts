import pg from 'pg'

const anyWrite = /^\s*(insert|update|delete|commit)/i
export const onlyCommits = /^commit/i

/** Kills this process just before the write with this number, or before the commit, as a power cut would. */
export function crashBeforeWrite(write: number, counted = anyWrite) {
  let writes = 0
  const send = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [query] = given as [string | { text?: string }]
    const statement = typeof query === 'string' ? query : (query.text ?? '')
    if (counted.test(statement) && ++writes === write) process.kill(process.pid, 'SIGKILL')
    return Reflect.apply(send, this, given)
  } as typeof send
}
