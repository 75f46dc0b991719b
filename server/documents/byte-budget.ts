import type { MemoryLimit } from '#server/ports/memory-limit.ts'

const megabyte = 1024 * 1024

/** Uploads leave enough for the largest approval, so that slow senders cannot keep a clerk waiting. */
export function createByteBudget(total = 64 * megabyte, keptForReplies = 20 * megabyte): MemoryLimit {
  let free = total
  const queue: { bytes: number; leave: number; start: () => void }[] = []

  const startNext = () => {
    while (queue[0] && queue[0].bytes + queue[0].leave <= free) {
      const next = queue.shift()
      free -= next?.bytes ?? 0
      next?.start()
    }
  }

  const acquire = async (wanted: number, leave: number) => {
    const bytes = Math.min(wanted, total - leave)
    await new Promise<void>((start) => {
      const behind = queue.findIndex((other) => other.leave > leave)
      queue.splice(behind === -1 ? queue.length : behind, 0, { bytes, leave, start })
      startNext()
    })
    let isReserved = true
    return () => {
      if (isReserved) free += bytes
      isReserved = false
      startNext()
    }
  }

  return { forUpload: (bytes) => acquire(bytes, keptForReplies), forReply: (bytes) => acquire(bytes, 0) }
}
