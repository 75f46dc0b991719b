import pg from 'pg'
import { loadConfig } from '#server/core/config.ts'
import { buildApp } from '#server/start/app.ts'
import { openServices } from '#server/start/services.ts'
import { doWork } from './repeatable-work.ts'

const { DIE_BEFORE = '', PAUSE_FIRST, WORK = '' } = process.env

/** A server that does some work once, and kills itself just before the write with this number. */
const app = await buildApp(await openServices(loadConfig()))
await app.ready()
crashBeforeWrite(Number(DIE_BEFORE))
await doWork(app, JSON.parse(WORK))
process.stdout.write('finished')
process.exit(0)

/**
 * Kills this process just before the write with this number, as a power cut would. Counts only writes that take effect: what a
 * transaction has written is lost before its commit.
 */
function crashBeforeWrite(write: number) {
  /** The clients with an open transaction, and whether it has written. */
  const hasWritten = new WeakMap<pg.Client, boolean>()
  let writes = 0
  const send = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [query] = given as [string | { text?: string }]
    const statement = typeof query === 'string' ? query : (query.text ?? '')
    if (takesEffect(hasWritten, this, statement) && ++writes === write) die()
    return Reflect.apply(send, this, given)
  } as typeof send
}

/** Paused first, it keeps its locks, so that a test sees who waits for them before it kills the process. */
function die() {
  if (PAUSE_FIRST) process.stdout.write('paused')
  process.kill(process.pid, PAUSE_FIRST ? 'SIGSTOP' : 'SIGKILL')
}

function takesEffect(hasWritten: WeakMap<pg.Client, boolean>, client: pg.Client, statement: string): boolean {
  const wrote = hasWritten.get(client)
  const isOpen = wrote !== undefined
  if (/^begin/i.test(statement)) hasWritten.set(client, false)
  if (/^(commit|rollback)$/i.test(statement)) hasWritten.delete(client)
  const isWrite = /^\s*(insert|update|delete|with)\b/i.test(statement)
  if (isOpen && isWrite) hasWritten.set(client, true)
  return isOpen ? wrote && /^commit/i.test(statement) : isWrite
}
