import { constants, crc32, deflateRawSync } from 'node:zlib'

/** What a stream sends at once, as bytes. It is compressed at most once, however many streams send it. */
export interface StreamEvent {
  plain: Buffer
  compressed: () => Buffer
}

export function createStreamEvent(text: string): StreamEvent {
  const plain = Buffer.from(text)
  let compressed: Buffer | undefined
  return { plain, compressed: () => (compressed ??= deflateRawSync(plain, wholeBytes)) }
}

const wholeBytes = { finishFlush: constants.Z_SYNC_FLUSH, level: 3 }

/** A reply of many events, encoded for one client. */
export interface StreamEncoder {
  headers: Record<string, string>
  start: () => Buffer
  encode: (event: StreamEvent) => Buffer
  finish: () => Buffer
}

export const chooseEncoder = (acceptEncoding = ''): StreamEncoder =>
  acceptEncoding.includes('gzip') ? gzipEncoder() : plainEncoder

const nothing = Buffer.alloc(0)

const plainEncoder: StreamEncoder = {
  headers: {},
  start: () => nothing,
  encode: ({ plain }) => plain,
  finish: () => nothing,
}

const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
const emptyLastBlock = [3, 0]

/** Joins events that were compressed separately, because a compressor for each of thousands of streams would take too much memory. */
function gzipEncoder(): StreamEncoder {
  let checksum = 0
  let length = 0
  return {
    headers: { 'content-encoding': 'gzip' },
    start: () => gzipHeader,
    encode: (event) => {
      checksum = crc32(event.plain, checksum)
      length += event.plain.length
      return event.compressed()
    },
    finish: () => {
      const end = Buffer.from([...emptyLastBlock, 0, 0, 0, 0, 0, 0, 0, 0])
      end.writeUInt32LE(checksum, 2)
      end.writeUInt32LE(length % 2 ** 32, 6)
      return end
    },
  }
}
