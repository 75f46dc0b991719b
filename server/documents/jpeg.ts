const startOfImage = 0xd8
const endOfImage = 0xd9
const startOfScan = 0xda

/** Frames that a viewer can decode: `SOF` of every kind but the tables that share its numbers. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** One whole picture after another, as phones write them, and nothing else after the last. */
export function isJpeg(bytes: Buffer): boolean {
  let at = findImageEnd(bytes, 0)
  while (at !== undefined && isMarker(bytes, at, startOfImage)) at = findImageEnd(bytes, at)
  return at !== undefined && isAllowedTrailer(bytes.subarray(at))
}

/** Phones pad with zeros or add a moment of film, and one maker closes its notes and films with four letters of its own. */
const isAllowedTrailer = (tail: Buffer): boolean =>
  tail.equals(Buffer.alloc(tail.length)) ||
  tail.toString('latin1', 4, 8) === 'ftyp' ||
  tail.subarray(-4).toString('latin1') === 'SEFT'

/** Walks from marker to marker; where the picture ends, or `undefined` when it does not hold together. */
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

/** Depth, height, width, then three bytes a component. */
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

/** Within a scan `FF` is followed by 00 or a restart mark; anything else is the next marker. */
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
