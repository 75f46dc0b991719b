import pg from 'pg'
import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'
import { openServices } from '#server/services.ts'
import { bookAndPay } from './book-and-pay.ts'

const { DIE_BEFORE = '', COOKIE = '', NICHE_ID = '' } = process.env

/** A server that books and pays once, and kills itself just before the write with this number. */
const app = await buildApp(await openServices(loadConfig()))
await app.ready()
crashBeforeWrite(Number(DIE_BEFORE))
await bookAndPay(app, COOKIE, NICHE_ID)
process.stdout.write('finished')
process.exit(0)

function crashBeforeWrite(write: number) {
  let writes = 0
  const send = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [query] = given as [string | { text?: string }]
    const text = typeof query === 'string' ? query : (query.text ?? '')
    if (/^\s*(insert|update|delete|commit)/i.test(text) && ++writes === write) process.kill(process.pid, 'SIGKILL')
    return Reflect.apply(send, this, given)
  } as typeof send
}
