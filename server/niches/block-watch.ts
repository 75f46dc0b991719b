import type { BlockEvent } from '#contract/niches/api.ts'
import type { Context } from '#server/context.ts'
import { nichesChannel, readAnnouncement } from './announcements.ts'
import { listNiches, listNichesByID } from './queries.ts'

interface Watcher {
  tell: (event: BlockEvent) => void
  /** True until it has the whole block: at its beginning, and after announcements may have been missed. */
  behind: boolean
}

const retryAfterMs = 1000

/** Who looks at which block through this process: one ear, and one read for each change, serve them all. */
export function createBlockWatch({ db, listen, log }: Pick<Context, 'db' | 'listen' | 'log'>) {
  const watched = new Map<string, Set<Watcher>>()
  /** Blocks that have a watcher who is behind. */
  const late = new Set<string>()
  const changed = new Set<string>()
  let listening: Promise<unknown> | undefined
  let telling = false

  function watch(blockID: string, tell: Watcher['tell']): () => void {
    const watcher = { tell, behind: true }
    const watchers = watched.get(blockID) ?? new Set()
    watched.set(blockID, watchers.add(watcher))
    late.add(blockID)
    void tellAll()
    return () => {
      watchers.delete(watcher)
      if (watchers.size === 0 && watched.get(blockID) === watchers) watched.delete(blockID)
    }
  }

  /** Reads one after another, so that nobody is told something older after something newer. */
  async function tellAll() {
    if (telling) return
    telling = true
    try {
      await beginListening()
      while (late.size > 0 || changed.size > 0) {
        for (const blockID of late) await tellBlock(blockID)
        await tellChanges()
      }
    } catch (error) {
      log.warn({ err: error }, 'the open maps wait for the database')
      setTimeout(tellAll, retryAfterMs).unref()
    } finally {
      telling = false
    }
  }

  async function tellBlock(blockID: string) {
    late.delete(blockID)
    const readers = [...(watched.get(blockID) ?? [])].filter(({ behind }) => behind)
    if (readers.length === 0) return
    /** Before the read: whoever falls behind while it runs needs another. */
    for (const reader of readers) reader.behind = false
    try {
      const niches = await listNiches(db, blockID)
      for (const { tell } of readers) tell({ kind: 'block', niches })
    } catch (error) {
      for (const reader of readers) reader.behind = true
      late.add(blockID)
      throw error
    }
  }

  async function tellChanges() {
    const nicheIDs = [...changed]
    if (nicheIDs.length === 0) return
    changed.clear()
    try {
      for (const niche of await listNichesByID(db, nicheIDs)) {
        for (const { tell, behind } of watched.get(niche.blockID) ?? []) if (!behind) tell({ kind: 'niche', niche })
      }
    } catch (error) {
      for (const nicheID of nicheIDs) changed.add(nicheID)
      throw error
    }
  }

  function beginListening() {
    listening ??= listen(nichesChannel, hear).catch((error: unknown) => {
      listening = undefined
      throw error
    })
    return listening
  }

  function hear(payload: string | undefined) {
    if (payload === undefined) {
      for (const [blockID, watchers] of watched) {
        for (const watcher of watchers) watcher.behind = true
        late.add(blockID)
      }
    } else {
      const { nicheID, blockID } = readAnnouncement(payload)
      if (!watched.has(blockID)) return
      changed.add(nicheID)
    }
    void tellAll()
  }

  return { watch }
}
