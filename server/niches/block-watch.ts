import type { ReplyInput } from '#contract/endpoint.ts'
import type { nicheApi } from '#contract/niches/api.ts'
import type { Context } from '#server/core/context.ts'
import { once } from '#server/core/once.ts'
import { blocksChannel, nichesChannel, parseBlockNotification, parseNotification } from './niche-notifications.ts'
import { findOpeningTime, listNiches, listNichesByID } from './queries.ts'

interface Watcher {
  send: (event: ReplyInput<typeof nicheApi.events>) => void
  /** True at the start, and after notifications may have been missed, until the whole block has been sent. */
  needsWholeBlock: boolean
}

const retryAfterMs = 1000

/** Sends niche changes to the open maps of this process, with one database listener and one read for all of them. */
export function createBlockWatch({ db, listen, log }: Pick<Context, 'db' | 'listen' | 'log'>) {
  const watched = new Map<string, Set<Watcher>>()
  /** Blocks with a watcher that needs the whole block. */
  const blocksToSend = new Set<string>()
  const changedNicheIDs = new Set<string>()
  /** Blocks whose opening time has changed. */
  const changedOpeningTimes = new Set<string>()
  let isSending = false

  function watch(blockID: string, send: Watcher['send']): () => void {
    const watcher = { send, needsWholeBlock: true }
    const watchers = watched.get(blockID) ?? new Set()
    watched.set(blockID, watchers.add(watcher))
    blocksToSend.add(blockID)
    void sendPending()
    return () => {
      watchers.delete(watcher)
      if (watchers.size === 0 && watched.get(blockID) === watchers) watched.delete(blockID)
    }
  }

  /** Reads one after another, so that no map gets an older status after a newer one. */
  async function sendPending() {
    if (isSending) return
    isSending = true
    try {
      await beginListening()
      while (blocksToSend.size > 0 || changedNicheIDs.size > 0 || changedOpeningTimes.size > 0) {
        for (const blockID of changedOpeningTimes) await sendOpeningTime(blockID)
        for (const blockID of blocksToSend) await sendBlock(blockID)
        await sendChanges()
      }
    } catch (error) {
      log.warn({ err: error }, 'could not read changed niches; retrying')
      setTimeout(sendPending, retryAfterMs).unref()
    } finally {
      isSending = false
    }
  }

  async function sendBlock(blockID: string) {
    blocksToSend.delete(blockID)
    const readers = [...(watched.get(blockID) ?? [])].filter(({ needsWholeBlock }) => needsWholeBlock)
    if (readers.length === 0) return
    /** Reset before the read: a watcher that misses a notification during the read needs the block again. */
    for (const reader of readers) reader.needsWholeBlock = false
    try {
      const opening = await readOpeningTime(blockID)
      const niches = await listNiches(db, blockID)
      const event = { kind: 'block' as const, niches, ...opening }
      for (const { send } of readers) send(event)
    } catch (error) {
      for (const reader of readers) reader.needsWholeBlock = true
      blocksToSend.add(blockID)
      throw error
    }
  }

  async function sendOpeningTime(blockID: string) {
    changedOpeningTimes.delete(blockID)
    try {
      const event = { kind: 'opening' as const, ...(await readOpeningTime(blockID)) }
      for (const { send, needsWholeBlock } of watched.get(blockID) ?? []) if (!needsWholeBlock) send(event)
    } catch (error) {
      changedOpeningTimes.add(blockID)
      throw error
    }
  }

  async function readOpeningTime(blockID: string) {
    const { opensAt } = await findOpeningTime(db, blockID)
    return opensAt ? { opensAt } : {}
  }

  async function sendChanges() {
    const nicheIDs = [...changedNicheIDs]
    if (nicheIDs.length === 0) return
    changedNicheIDs.clear()
    try {
      for (const niche of await listNichesByID(db, nicheIDs)) {
        const event = { kind: 'niche' as const, niche }
        for (const { send, needsWholeBlock } of watched.get(niche.blockID) ?? []) if (!needsWholeBlock) send(event)
      }
    } catch (error) {
      for (const nicheID of nicheIDs) changedNicheIDs.add(nicheID)
      throw error
    }
  }

  const beginListening = once(() =>
    Promise.all([listen(nichesChannel, onNotification), listen(blocksChannel, onBlockNotification)]),
  )

  function onNotification(payload: string | undefined) {
    if (payload === undefined) {
      sendAllBlocks()
    } else {
      const { nicheID, blockID } = parseNotification(payload)
      if (!watched.has(blockID)) return
      changedNicheIDs.add(nicheID)
    }
    void sendPending()
  }

  /** A lost connection is already handled by `onNotification`. */
  function onBlockNotification(payload: string | undefined) {
    if (payload === undefined) return
    const { what, blockID } = parseBlockNotification(payload)
    if (!blockID) sendAllBlocks()
    else if (!watched.has(blockID)) return
    else if (what === 'opening') changedOpeningTimes.add(blockID)
    else sendWholeBlock(blockID)
    void sendPending()
  }

  function sendAllBlocks() {
    for (const blockID of watched.keys()) sendWholeBlock(blockID)
  }

  function sendWholeBlock(blockID: string) {
    for (const watcher of watched.get(blockID) ?? []) watcher.needsWholeBlock = true
    blocksToSend.add(blockID)
  }

  return { watch }
}
