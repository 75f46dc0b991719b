/** What a still picture may contain besides its pixels. Animations are refused. */
const otherChunks = ['VP8X', 'ALPH', 'ICCP', 'EXIF', 'XMP ']

/** Every chunk complete, nothing after the last, and exactly one picture. */
export function isWebp(bytes: Buffer): boolean {
  if (bytes.length < 20 || textAt(bytes, 0) !== 'RIFF' || textAt(bytes, 8) !== 'WEBP') return false
  if (bytes.readUInt32LE(4) !== bytes.length - 8) return false
  let pictures = 0
  let at = 12
  while (at + 8 <= bytes.length) {
    const type = textAt(bytes, at)
    const length = bytes.readUInt32LE(at + 4)
    const data = bytes.subarray(at + 8, at + 8 + length)
    if (data.length !== length) return false
    const isPicture = isFrame(type, data)
    if (!isPicture && !otherChunks.includes(type)) return false
    if (isPicture) pictures += 1
    at += 8 + length + (length % 2)
  }
  return pictures === 1 && at === bytes.length
}

const textAt = (bytes: Buffer, at: number) => bytes.toString('latin1', at, at + 4)

const isFrame = (type: string, data: Buffer) =>
  (type === 'VP8 ' && data.length > 10 && data.readUIntBE(3, 3) === 0x9d012a) ||
  (type === 'VP8L' && data.length > 5 && data[0] === 0x2f)
