import { crc32, deflateSync } from 'node:zlib'

/** A one-page PDF with a valid cross-reference table. */
export function makePdf(text: string): Buffer {
  const lines = text.split('\n').map((line) => `(${line.replace(/[^ -~]/g, '?').replace(/[\\()]/g, '\\$&')}) Tj T*`)
  const content = `BT /F1 18 Tf 72 740 Td 26 TL ${lines.join(' ')} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>',
  ].map((body, index) => `${index + 1} 0 obj\n${body}\nendobj\n`)

  const header = '%PDF-1.7\n%\xE2\xE3\xCF\xD3\n'
  const offsets = objects.map((_, index) => header.length + objects.slice(0, index).join('').length)
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const start = header.length + objects.join('').length
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(
    `${header}${objects.join('')}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`,
    'latin1',
  )
}

interface Picture {
  width?: number
  height?: number
  /** From black, 0, to white, 255. */
  shade?: number
}

/** A plain grey PNG with a darker frame. */
export function makePng({ width = 64, height = 48, shade = 230 }: Picture = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const edge = (x: number, y: number) => x < 2 || y < 2 || x >= width - 2 || y >= height - 2
  const pixels = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) pixels[y * (width + 1) + 1 + x] = edge(x, y) ? shade >> 1 : shade
  }
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(pixels)),
    pngChunk('IEND'),
  ])
}

export const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

export function pngChunk(type: string, data = Buffer.alloc(0)): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
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
