import type { FastifyReply } from 'fastify'
import type { Context } from '#server/core/context.ts'
import { AppError } from './errors.ts'
import { shareReads } from './shared-reads.ts'
import { type Throttle, throttleAddress } from './throttles.ts'

/** Per client address. Browsers keep a picture for a year, but a mobile network gives many phones one address. */
const pictureReads: Throttle = { key: 'picture-from', limit: 6000, seconds: 15 * 60 }

interface StoredPicture {
  mime: string
  /** As base64. */
  content: string
}

/**
 * Sends pictures that never change and that everybody may load. Parallel calls share a read, and replies with one picture share its bytes,
 * however slowly they are taken.
 */
export function createPictureSender(read: (key: string) => Promise<StoredPicture | undefined>) {
  const sent = new Map<string, WeakRef<Buffer>>()
  const readPicture = shareReads(async (key) => {
    const picture = await read(key)
    if (!picture) throw new AppError('NOT_FOUND')
    const bytes = sent.get(key)?.deref() ?? Buffer.from(picture.content, 'base64')
    sent.set(key, new WeakRef(bytes))
    return { mime: picture.mime, bytes }
  })
  return async (context: Context, key: string, reply: FastifyReply): Promise<Buffer> => {
    await throttleAddress(context, pictureReads)
    const { mime, bytes } = await readPicture(key)
    reply.type(mime).header('cache-control', 'public, max-age=31536000, immutable')
    return bytes
  }
}
