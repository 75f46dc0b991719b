import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'
import { openServices } from '#server/services.ts'
import { crashBeforeWrite, onlyCommits } from './crash-before-write.ts'
import { moveByTwo } from './move-by-two.ts'

const { DIE_BEFORE = '', CUSTODY = '{}' } = process.env

/** A server with which two people move an urn, and that kills itself just before the commit with this number. */
const app = await buildApp(await openServices(loadConfig()))
await app.ready()
crashBeforeWrite(Number(DIE_BEFORE), onlyCommits)
await moveByTwo(app, JSON.parse(CUSTODY))
process.stdout.write('finished')
process.exit(0)
