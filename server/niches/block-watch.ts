import type { BlockEvent } from '#contract/niches/api.ts'
import type { Context } from '#server/context.ts'
import { nichesChannel, parseNotification } from './niche-notifications.ts'
import { listNiches, listNichesByID } from './queries.ts'

interface Watcher {
  tell: (event: BlockEvent) => void
  /** True until it has the whole block: at its beginning, and after announcements may have been missed. */
  needsWholeBlock: boolean
}

const retryAfterMs = 1000

/** Who looks at which block through this process: one ear, and one read for each change, serve them all. */
export function createBlockWatch({ db, listen, log }: Pick<Context, 'db' | 'listen' | 'log'>) {
  const watched = new Map<string, Set<Watcher>>()
  /** Blocks that have a watcher who is behind. */
  const blocksToSend = new Set<string>()
  const changedNicheIDs = new Set<string>()
  let listening: Promise<unknown> | undefined
  let isSending = false

  function watch(blockID: string, tell: Watcher['tell']): () => void {
    const watcher = { tell, needsWholeBlock: true }
    const watchers = watched.get(blockID) ?? new Set()
    watched.set(blockID, watchers.add(watcher))
    blocksToSend.add(blockID)
    void sendPending()
    return () => {
      watchers.delete(watcher)
      if (watchers.size === 0 && watched.get(blockID) === watchers) watched.delete(blockID)
    }
  }

  /** Reads one after another, so that nobody is told something older after something newer. */
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
      log.warn({ err: error }, 'the open maps wait for the database')
      setTimeout(sendPending, retryAfterMs).unref()
    } finally {
      isSending = false
    }
  }

  async function sendBlock(blockID: string) {
    blocksToSend.delete(blockID)
    const readers = [...(watched.get(blockID) ?? [])].filter(({ needsWholeBlock }) => needsWholeBlock)
    if (readers.length === 0) return
    /** Before the read: whoever falls behind while it runs needs another. */
    for (const reader of readers) reader.needsWholeBlock = false
    try {
      const niches = await listNiches(db, blockID)
      for (const { tell } of readers) tell({ kind: 'block', niches })
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
        for (const { tell, needsWholeBlock } of watched.get(niche.blockID) ?? [])
          if (!needsWholeBlock) tell({ kind: 'niche', niche })
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
