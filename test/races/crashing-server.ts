import { loadConfig } from '#server/core/config.ts'
import { buildApp } from '#server/start/app.ts'
import { openServices } from '#server/start/services.ts'
import { bookAndPay } from './book-and-pay.ts'
import { crashBeforeWrite } from './crash-before-write.ts'

const { DIE_BEFORE = '', COOKIE = '', NICHE_ID = '' } = process.env

/** A server that books and pays once, and kills itself just before the write with this number. */
const app = await buildApp(await openServices(loadConfig()))
await app.ready()
crashBeforeWrite(Number(DIE_BEFORE))
await bookAndPay(app, COOKIE, NICHE_ID)
process.stdout.write('finished')
process.exit(0)
