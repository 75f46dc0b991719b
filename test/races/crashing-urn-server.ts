import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'
import { openServices } from '#server/services.ts'
import { crashBeforeWrite } from './crash-before-write.ts'
import { sendCalls } from './send-calls.ts'

const { DIE_BEFORE = '', CALLS = '[]' } = process.env

/** A server that answers these calls in turn, and kills itself just before the write with this number. */
const app = await buildApp(await openServices(loadConfig()))
await app.ready()
crashBeforeWrite(Number(DIE_BEFORE))
await sendCalls(app, JSON.parse(CALLS))
process.stdout.write('finished')
process.exit(0)
