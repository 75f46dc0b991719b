import type pg from 'pg'
import type { Logger } from 'pino'
import type { Database, NotificationHandler } from '#server/ports/database.ts'

const channelShape = /^[a-z_]+$/
const retryAfterMs = 1000

/**
 * One connection that only listens. It is checked regularly, because a connection that the network drops in silence would
 * otherwise look alive for ever, and it reconnects when it is lost. With the default of 15 s that takes at most 31 s.
 */
export function createListener(
  connectionString: string,
  Client: typeof pg.Client,
  log: Logger,
  checkMs: number,
): Pick<Database, 'listen' | 'close'> & { onConnection: <T>(work: (client: pg.Client) => Promise<T>) => Promise<T> } {
  const channels = new Map<string, Set<NotificationHandler>>()
  let client: pg.Client | undefined
  let opening: Promise<pg.Client> | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let lastWork: Promise<unknown> = Promise.resolve()

  /** The statements run one after the other, because pg will refuse one on a connection that is answering another. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = lastWork.then(work)
    lastWork = done.catch(() => undefined)
    return done
  }

  async function open(): Promise<pg.Client> {
    const fresh = new Client({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: 5000,
      query_timeout: checkMs,
    })
    fresh.on('notification', ({ channel, payload }) => dispatch(channel, payload ?? ''))
    fresh.on('error', (error) => log.warn({ err: error }, 'database listener connection lost'))
    fresh.on('end', () => onDisconnect(fresh))
    try {
      await fresh.connect()
      for (const channel of channels.keys()) await fresh.query(`listen ${channel}`)
    } catch (error) {
      void fresh.end()
      throw error
    }
    client = fresh
    scheduleCheck(fresh)
    return fresh
  }

  function scheduleCheck(current: pg.Client) {
    timer = setTimeout(() => {
      inTurn(() => current.query('select 1')).then(
        () => client === current && scheduleCheck(current),
        (error: unknown) => replace(current, error),
      )
    }, checkMs).unref()
  }

  function replace(silent: pg.Client, error: unknown) {
    if (closed || client !== silent) return
    log.warn({ err: error }, 'the database does not answer on the listener connection')
    onDisconnect(silent)
    void silent.end()
  }

  /** After reconnecting, handlers are told that they may have missed messages. */
  function onDisconnect(lost: pg.Client) {
    if (closed || client !== lost) return
    client = undefined
    reopen()
  }

  function reopen() {
    clearTimeout(timer)
    timer = setTimeout(() => {
      connected().then(dispatchGap, () => closed || reopen())
    }, retryAfterMs)
  }

  function dispatchGap() {
    for (const channel of channels.keys()) dispatch(channel, undefined)
  }

  function connected(): Promise<pg.Client> {
    if (client) return Promise.resolve(client)
    opening ??= open().finally(() => (opening = undefined))
    return opening
  }

  function dispatch(channel: string, payload: string | undefined) {
    for (const onMessage of channels.get(channel) ?? []) onMessage(payload)
  }

  const onConnection = async <T>(work: (client: pg.Client) => Promise<T>) => {
    const client = await connected()
    return inTurn(() => work(client))
  }

  return {
    onConnection,
    listen: async (channel, onMessage) => {
      if (!channelShape.test(channel)) throw new Error(`${channel} is not a valid channel name`)
      const listeners = channels.get(channel) ?? new Set()
      channels.set(channel, listeners.add(onMessage))
      await onConnection((client) => client.query(`listen ${channel}`))
      return async () => {
        listeners.delete(onMessage)
      }
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
