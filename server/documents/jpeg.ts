const startOfImage = 0xd8
const endOfImage = 0xd9
const startOfScan = 0xda

/** Start-of-frame markers (`SOF`); three numbers in this range mean something else. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** One or more complete pictures, as phones write them, and nothing else after the last. */
export function isJpeg(bytes: Buffer): boolean {
  let at = findImageEnd(bytes, 0)
  while (at !== undefined && isMarker(bytes, at, startOfImage)) at = findImageEnd(bytes, at)
  return at !== undefined && isAllowedTrailer(bytes.subarray(at))
}

/** Phones append zeros or a short film; those of one maker end their notes and films with `SEFT`. */
const isAllowedTrailer = (tail: Buffer): boolean =>
  tail.equals(Buffer.alloc(tail.length)) ||
  tail.toString('latin1', 4, 8) === 'ftyp' ||
  tail.subarray(-4).toString('latin1') === 'SEFT'

/** A marker with all that belongs to it, in a scan the compressed pixels too. */
interface Segment {
  marker: number
  bytes: Buffer
}

/**
 * The first picture of a valid JPEG, without what cameras and editors write beside the pixels: where and when it was taken, by which device,
 * a preview, comments. Kept are the segments of JFIF (0) and Adobe (14), which say how the colours are meant.
 */
export function withoutMetadata(bytes: Buffer): { width: number; height: number; bytes: Buffer } | undefined {
  const segments: Segment[] = []
  if (findImageEnd(bytes, 0, (segment) => segments.push(segment)) === undefined) return undefined
  const frame = segments.find(({ marker }) => isFrame(marker))?.bytes
  if (!frame) return undefined
  const kept = segments.filter(({ marker }) => !isMetadata(marker)).map((segment) => segment.bytes)
  return {
    height: frame.readUInt16BE(5),
    width: frame.readUInt16BE(7),
    bytes: Buffer.concat([Buffer.of(0xff, startOfImage), ...kept, Buffer.of(0xff, endOfImage)]),
  }
}

const comment = 0xfe
const isMetadata = (marker: number) => marker === comment || (marker > 0xe0 && marker <= 0xef && marker !== 0xee)

/** Follows the markers to the end of the picture; `undefined` if it is not valid. */
function findImageEnd(bytes: Buffer, start: number, onSegment?: (segment: Segment) => void): number | undefined {
  if (!isMarker(bytes, start, startOfImage)) return undefined
  let at = start + 2
  let hasFrame = false
  let hasScan = false
  for (;;) {
    if (bytes[at] !== 0xff) return undefined
    while (bytes[at + 1] === 0xff) at++
    const from = at
    const marker = bytes[at + 1]
    if (marker === undefined || marker < 0xc0) return undefined
    if (marker === endOfImage) return hasFrame && hasScan ? at + 2 : undefined
    const start = at + 4
    const end = segmentEnd(bytes, at + 2)
    if (end === undefined) return undefined
    at = end
    if (isFrame(marker)) {
      if (!isSoundFrame(bytes.subarray(start, end))) return undefined
      hasFrame = true
    }
    if (marker === startOfScan) {
      if (!hasFrame) return undefined
      hasScan = true
      at = endOfScan(bytes, at)
    }
    onSegment?.({ marker, bytes: bytes.subarray(from, at) })
  }
}

/** A segment begins with its length, which includes these two bytes. */
function segmentEnd(bytes: Buffer, at: number): number | undefined {
  if (at + 2 > bytes.length) return undefined
  const length = bytes.readUInt16BE(at)
  return length < 2 || at + length > bytes.length ? undefined : at + length
}

/** Depth, height, width, then three bytes per component. */
function isSoundFrame(body: Buffer): boolean {
  const components = body[5] ?? 0
  return (
    body.length === 6 + 3 * components &&
    components >= 1 &&
    components <= 4 &&
    body.readUInt16BE(1) > 0 &&
    body.readUInt16BE(3) > 0
  )
}

/** Within a scan `FF` is followed by 00 or a restart marker; anything else is the next marker. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = start; at < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue
    const next = bytes[at + 1]
    if (next === 0xff) continue
    if (next !== 0x00 && !(next !== undefined && next >= 0xd0 && next <= 0xd7)) return at
    at++
  }
  return bytes.length
}

const isMarker = (bytes: Buffer, at: number, marker: number) => bytes[at] === 0xff && bytes[at + 1] === marker
