import pg from 'pg'

/** Kills this process just before the write with this number, as a power cut would. */
export function crashBeforeWrite(write: number) {
  let writes = 0
  const send = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [query] = given as [string | { text?: string }]
    const text = typeof query === 'string' ? query : (query.text ?? '')
    if (/^\s*(insert|update|delete|commit)/i.test(text) && ++writes === write) process.kill(process.pid, 'SIGKILL')
    return Reflect.apply(send, this, given)
  } as typeof send
}
