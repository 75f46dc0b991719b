import type { BlockEvent } from '#contract/niches/api.ts'
import type { Context } from '#server/context.ts'
import { nichesChannel, parseNotification } from './niche-notifications.ts'
import { listNiches, listNichesByID } from './queries.ts'

interface Watcher {
  send: (event: BlockEvent) => void
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
  let listening: Promise<unknown> | undefined
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
      while (blocksToSend.size > 0 || changedNicheIDs.size > 0) {
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
      const niches = await listNiches(db, blockID)
      for (const { send } of readers) send({ kind: 'block', niches })
    } catch (error) {
      for (const reader of readers) reader.needsWholeBlock = true
      blocksToSend.add(blockID)
      throw error
    }
  }

  async function sendChanges() {
    const nicheIDs = [...changedNicheIDs]
    if (nicheIDs.length === 0) return
    changedNicheIDs.clear()
    try {
      for (const niche of await listNichesByID(db, nicheIDs)) {
        for (const { send, needsWholeBlock } of watched.get(niche.blockID) ?? [])
          if (!needsWholeBlock) send({ kind: 'niche', niche })
      }
    } catch (error) {
      for (const nicheID of nicheIDs) changedNicheIDs.add(nicheID)
      throw error
    }
  }

  function beginListening() {
    listening ??= listen(nichesChannel, onNotification).catch((error: unknown) => {
      listening = undefined
      throw error
    })
    return listening
  }

  function onNotification(payload: string | undefined) {
    if (payload === undefined) {
      for (const [blockID, watchers] of watched) {
        for (const watcher of watchers) watcher.needsWholeBlock = true
        blocksToSend.add(blockID)
      }
    } else {
      const { nicheID, blockID } = parseNotification(payload)
      if (!watched.has(blockID)) return
      changedNicheIDs.add(nicheID)
    }
    void sendPending()
  }

  return { watch }
}
