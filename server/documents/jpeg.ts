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

/** Follows the markers to the end of the picture; `undefined` if it is not valid. */
function findImageEnd(bytes: Buffer, start: number): number | undefined {
  if (!isMarker(bytes, start, startOfImage)) return undefined
  let at = start + 2
  let hasFrame = false
  let hasScan = false
  for (;;) {
    if (bytes[at] !== 0xff) return undefined
    while (bytes[at + 1] === 0xff) at++
    const marker = bytes[at + 1]
    if (marker === undefined || marker < 0xc0) return undefined
    if (marker === endOfImage) return hasFrame && hasScan ? at + 2 : undefined
    const body = segmentAt(bytes, at + 2)
    if (!body) return undefined
    at += 4 + body.length
    if (isFrame(marker)) {
      if (!isSoundFrame(body)) return undefined
      hasFrame = true
    }
    if (marker === startOfScan) {
      if (!hasFrame) return undefined
      hasScan = true
      at = endOfScan(bytes, at)
    }
  }
}

function segmentAt(bytes: Buffer, at: number): Buffer | undefined {
  if (at + 2 > bytes.length) return undefined
  const length = bytes.readUInt16BE(at)
  return length < 2 || at + length > bytes.length ? undefined : bytes.subarray(at + 2, at + length)
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
  let at = bytes.indexOf(0xff, start)
  while (at !== -1) {
    const next = bytes[at + 1]
    if (next !== 0x00 && next !== 0xff && !(next !== undefined && next >= 0xd0 && next <= 0xd7)) return at
    at = bytes.indexOf(0xff, at + (next === 0xff ? 1 : 2))
  }
  return bytes.length
}

const isMarker = (bytes: Buffer, at: number, marker: number) => bytes[at] === 0xff && bytes[at + 1] === marker
