import { crc32, createInflate } from 'node:zlib'

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** Channels and allowed bit depths for each colour type. */
const colourTypes: Record<number, { channels: number; depths: number[] }> = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16] },
  2: { channels: 3, depths: [8, 16] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
}

/** The size is more than any scanner produces; a small file that inflates to more is an attack. */
const maxPixelBytes = 256 * 1024 * 1024

/** Encoders write chunks of several kilobytes, so a file of 5 MB has about a thousand. */
const maxChunks = 10_000

/** Every chunk complete and in order, nothing but zeros after the last, and pixels that inflate to exactly the declared size. */
export async function isPng(bytes: Buffer): Promise<boolean> {
  const chunks = readChunks(bytes)
  const [header] = chunks ?? []
  if (!chunks || header?.type !== 'IHDR' || chunks.at(-1)?.type !== 'IEND') return false
  const expected = pixelBytesOf(header.data)
  if (expected === undefined || expected > maxPixelBytes) return false
  const types = chunks.map((chunk) => chunk.type)
  const pieces = chunks.filter((chunk) => chunk.type === 'IDAT').map((chunk) => chunk.data)
  const together = types.lastIndexOf('IDAT') - types.indexOf('IDAT') + 1 === pieces.length
  return together && pieces.length > 0 && (await inflatesTo(pieces, expected))
}

interface Chunk {
  type: string
  data: Buffer
}

function readChunks(bytes: Buffer): Chunk[] | undefined {
  if (!bytes.subarray(0, 8).equals(signature)) return undefined
  const chunks: Chunk[] = []
  let at = 8
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    if (at + 12 + length > bytes.length || chunks.length === maxChunks) return undefined
    const typed = bytes.subarray(at + 4, at + 8 + length)
    if (bytes.readUInt32BE(at + 8 + length) !== crc32(typed)) return undefined
    chunks.push({ type: typed.toString('latin1', 0, 4), data: typed.subarray(4) })
    at += 12 + length
    if (chunks.at(-1)?.type === 'IEND') break
  }
  const tail = bytes.subarray(at)
  return tail.equals(Buffer.alloc(tail.length)) ? chunks : undefined
}

function pixelBytesOf(header: Buffer): number | undefined {
  if (header.length !== 13) return undefined
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [depth = 0, colour = 0, compression, filter, interlace] = header.subarray(8)
  const type = colourTypes[colour]
  if (!type?.depths.includes(depth) || compression !== 0 || filter !== 0) return undefined
  if (width === 0 || height === 0 || (interlace !== 0 && interlace !== 1)) return undefined
  const passes = interlace === 1 ? adam7(width, height) : [[width, height] as const]
  return passes.reduce((sum, [w, h]) => sum + (w === 0 ? 0 : h * (1 + Math.ceil((w * depth * type.channels) / 8))), 0)
}

/** The sizes of the seven passes of an interlaced picture, from the offset and spacing of their pixels. */
function adam7(width: number, height: number) {
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ] as const
  return passes.map(
    ([x, y, stepX, stepY]) => [Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY)] as const,
  )
}

/** Counts the output without keeping it, and stops at the first excess byte. */
function inflatesTo(pieces: Buffer[], expected: number): Promise<boolean> {
  return new Promise((resolve) => {
    const inflate = createInflate({ chunkSize: 64 * 1024 })
    let total = 0
    const settle = (verdict: boolean) => {
      inflate.destroy()
      resolve(verdict)
    }
    inflate.on('data', (part: Buffer) => {
      total += part.length
      if (total > expected) settle(false)
    })
    inflate.on('end', () => settle(total === expected))
    inflate.on('error', () => settle(false))
    for (const piece of pieces) inflate.write(piece)
    inflate.end()
  })
}
