import { loadConfig } from '#server/core/config.ts'
import { buildApp } from '#server/start/app.ts'
import { openServices } from '#server/start/services.ts'
import { crashBeforeWrite } from './crash-before-write.ts'
import { moveByTwo } from './move-by-two.ts'

const { DIE_BEFORE = '', CUSTODY = '{}' } = process.env

/** A server with which two people move an urn, and that kills itself just before the write with this number. */
const app = await buildApp(await openServices(loadConfig()))
await app.ready()
crashBeforeWrite(Number(DIE_BEFORE))
await moveByTwo(app, JSON.parse(CUSTODY))
process.stdout.write('finished')
process.exit(0)
