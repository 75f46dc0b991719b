import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { specimenPdf, specimenPng } from '#server/seed/certificates.ts'

/** A one-page PDF with these lines of text. */
export const makePdf = (text: string): Buffer => specimenPdf(text.split('\n'))

/** A small grey PNG. */
export const makePng = (): Buffer => specimenPng(64, 48)

export const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

export function pngChunk(type: string, data = Buffer.alloc(0)): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

interface Picture {
  width?: number
  height?: number
  /** A grey from black, 0, to white, 255. */
  shade?: number
}

/** A plain grey baseline JPEG: the first block sets the shade, the others encode no change. */
export function makeJpeg({ width = 64, height = 48, shade = 200 }: Picture = {}): Buffer {
  const size = [height >> 8, height & 255, width >> 8, width & 255]
  const categories = [0, 1, 2, 3, 4, 5, 6, 7, 8]
  const frequencies = [8, ...Array<number>(63).fill(16)]
  const codesOf = (length: number, count: number) =>
    Array.from({ length: 16 }, (_, index) => (index + 1 === length ? count : 0))
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xe0, [...Buffer.from('JFIF\0', 'latin1'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    jpegSegment(0xdb, [0, ...frequencies]),
    jpegSegment(0xc0, [8, ...size, 1, 1, 0x11, 0]),
    jpegSegment(0xc4, [0x00, ...codesOf(4, categories.length), ...categories]),
    jpegSegment(0xc4, [0x10, ...codesOf(1, 1), 0]),
    jpegSegment(0xda, [1, 1, 0, 0, 63, 0]),
    greyScan(Math.ceil(width / 8) * Math.ceil(height / 8), shade - 128),
    Buffer.from([0xff, 0xd9]),
  ])
}

export const jpegSegment = (marker: number, body: number[]) =>
  Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255, ...body])

function greyScan(blocks: number, level: number): Buffer {
  const category = level === 0 ? 0 : 32 - Math.clz32(Math.abs(level))
  const value = level < 0 ? level + 2 ** category - 1 : level
  const binary = (number: number, digits: number) => (digits === 0 ? '' : number.toString(2).padStart(digits, '0'))
  const bits = `${binary(category, 4)}${binary(value, category)}0${'00000'.repeat(blocks - 1)}`
  const whole = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1')
  const octets = (whole.match(/.{8}/g) ?? []).map((octet) => Number.parseInt(octet, 2))
  return Buffer.from(octets.flatMap((octet) => (octet === 0xff ? [0xff, 0] : [octet])))
}

/** 5 MB of object heads without an object, which must not be searched once for each head. */
export const hostilePdf = (): Buffer =>
  Buffer.from(`%PDF-1.4\n${'1 0 obj '.repeat(655_000)}\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`, 'latin1')

/** A valid picture whose pixels are followed by 436,000 empty chunks of pixels, 5 MB in all. */
export function hostilePng(): Buffer {
  const png = makePng()
  const end = pngChunk('IEND').length
  const empty = Buffer.alloc(436_000 * 12, pngChunk('IDAT'))
  return Buffer.concat([png.subarray(0, -end), empty, png.subarray(-end)])
}

/** Noise, which hardly gets smaller when it is compressed, like a photo or a scan. */
export function makeNoisyPng(side: number): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(side, 0)
  size.writeUInt32BE(side, 4)
  size[8] = 8
  const rows = Array.from({ length: side }, () => Buffer.concat([Buffer.alloc(1), randomBytes(side)]))
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', size),
    pngChunk('IDAT', deflateSync(Buffer.concat(rows))),
    pngChunk('IEND'),
  ])
}
