import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  hostilePdf,
  hostilePng,
  jpegSegment,
  makeJpeg,
  makePdf,
  makePng,
  pngChunk,
  pngSignature,
} from '#test/certificate-files.ts'
import { detectFileType } from './detect-file-type.ts'

const script = '<script>alert(1)</script>'
const png = makePng()
const jpeg = makeJpeg()
const jpegEnd = Buffer.from([0xff, 0xd9])

const bytes = (text: string) => Buffer.from(text, 'latin1')
const smallestPdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
)
const join = (...parts: (Buffer | string)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? bytes(part) : part)))
const edited = (file: Buffer, from: string, to: string) => bytes(file.toString('latin1').replace(from, to))

const plainPdf = makePdf('Certificate of birth')
/** Most programs write a comment with non-ASCII bytes after the first line. */
const pdf = edited(plainPdf, '\n', '\n%\xE2\xE3\xCF\xD3\n')

/** A PDF as newer programs write it: the object table is compressed, each row as a difference to the one above. */
function makeStreamPdf(catalogue = '<< /Type /Catalog >>'): Buffer {
  const first = `%PDF-1.5\n1 0 obj\n${catalogue}\nendobj\n`
  const rows = [
    [0, 0, 0, 0],
    [1, 0, 9, 0],
    [1, first.length >> 8, first.length & 255, 0],
  ]
  const packed = deflateSync(
    Buffer.from(
      rows.flatMap((row, index) => [2, ...row.map((cell, at) => (cell - (rows[index - 1]?.[at] ?? 0)) & 255)]),
    ),
  )
  const dictionary = `/Type /XRef /Size 3 /W [1 2 1] /Root 1 0 R /Filter /FlateDecode /DecodeParms << /Columns 4 /Predictor 12 >> /Length ${packed.length}`
  return join(
    first,
    `2 0 obj\n<< ${dictionary} >>\nstream\n`,
    packed,
    `\nendstream\nendobj\nstartxref\n${first.length}\n%%EOF\n`,
  )
}

function makePngOf(header: number[], pixels: Buffer): Buffer {
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', Buffer.from(header)),
    pngChunk('IDAT', deflateSync(pixels)),
    pngChunk('IEND'),
  ])
}

describe('valid certificate files', () => {
  test.each([
    ['a PDF', plainPdf, 'application/pdf'],
    ['a PDF that begins with a comment', pdf, 'application/pdf'],
    ['a PDF with blank lines and zeros after its end', join(pdf, '\r\n', Buffer.alloc(5000)), 'application/pdf'],
    ['a PDF whose object table is compressed', makeStreamPdf(), 'application/pdf'],
    ['a PDF with a wrong offset of its object table', edited(pdf, 'startxref\n', 'startxref\n1'), 'application/pdf'],
    ['a minimal PDF', smallestPdf, 'application/pdf'],
    ['a PNG', png, 'image/png'],
    ['a PNG with zeros after it', Buffer.concat([png, Buffer.alloc(5000)]), 'image/png'],
    ['an interlaced PNG', makePngOf([0, 0, 0, 3, 0, 0, 0, 2, 8, 0, 0, 0, 1], Buffer.alloc(10)), 'image/png'],
    ['a JPEG', jpeg, 'image/jpeg'],
    ['a large white JPEG', makeJpeg({ width: 1600, height: 1200, shade: 255 }), 'image/jpeg'],
    ['a JPEG followed by a second JPEG', join(jpeg, makeJpeg({ shade: 90 })), 'image/jpeg'],
    ['a JPEG followed by padding', join(jpeg, Buffer.alloc(40)), 'image/jpeg'],
    ['a JPEG followed by notes of the camera', join(jpeg, 'notes of the camera SEFT'), 'image/jpeg'],
    ['a JPEG followed by a short film', join(jpeg, '\0\0\0\x18ftypmp42'), 'image/jpeg'],
    [
      'a JPEG in several scans',
      join(
        jpeg.subarray(0, -2),
        jpegSegment(0xda, [1, 1, 0, 0, 63, 0]),
        Buffer.from([0x12, 0xff, 0, 0xff, 0xd0, 0x34]),
        jpegEnd,
      ),
      'image/jpeg',
    ],
  ])('%s is accepted', async (_what, file, type) => {
    expect(await detectFileType(file)).toBe(type)
  })

  test('a PDF with an incremental update whose catalogue is in the first part is accepted', async () => {
    const start = /startxref\n(\d+)/.exec(pdf.toString('latin1'))?.[1]
    const added = `6 0 obj\n(note)\nendobj\n`
    const table = `xref\n6 1\n${String(pdf.length).padStart(10, '0')} 00000 n \ntrailer\n<< /Size 7 /Root 1 0 R /Prev ${start} >>\n`
    expect(await detectFileType(join(pdf, added, table, `startxref\n${pdf.length + added.length}\n%%EOF\n`))).toBe(
      'application/pdf',
    )
  })
})

describe('invalid certificate files', () => {
  test.each([
    ['an empty file', Buffer.alloc(0)],
    ['text', bytes('Certificate of birth')],
    ['an HTML page with a script', bytes(`<html>${script}</html>`)],
    ['a script after %PDF', bytes(`%PDF${script}`)],
    ['a PDF header, script and an end', bytes(`%PDF-1.7\n${script}\nstartxref\n9\n%%EOF`)],
    ['script before the first object of a PDF', edited(pdf, '%\xE2\xE3\xCF\xD3\n', script)],
    ['a PDF without a trailer', edited(pdf, 'trailer', 'trailing')],
    ['a PDF whose trailer has no /Root', edited(pdf, '/Root', '/Rood')],
    ['a PDF whose /Root is not a catalogue', edited(pdf, '/Type /Catalog', '/Type /Archive')],
    ['a PDF cut short', pdf.subarray(0, -40)],
    ['a PDF followed by a script', join(pdf, script)],
    ['a PDF followed by an archive', join(pdf, 'PK\x03\x04')],
    ['a compressed PDF without a catalogue', makeStreamPdf('<< /Type /Nothing >>')],
    ['a PNG header and script', join(pngSignature, script)],
    ['a PNG with a flipped bit', edited(png, 'IDAT', 'IDAU')],
    ['a PNG cut short', png.subarray(0, -12)],
    ['a PNG followed by an archive', join(png, 'PK\x03\x04')],
    ['a PNG without pixels', Buffer.concat([png.subarray(0, 33), pngChunk('IEND')])],
    ['a PNG with too few pixels', makePngOf([0, 0, 0, 9, 0, 0, 0, 9, 8, 0, 0, 0, 0], Buffer.alloc(20))],
    ['a PNG with too many pixels', makePngOf([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0], Buffer.alloc(1_000_000))],
    ['a PNG larger than the limit', makePngOf([0, 1, 0, 0, 0, 1, 0, 0, 8, 6, 0, 0, 0], Buffer.alloc(20))],
    ['a PNG with an invalid bit depth', makePngOf([0, 0, 0, 1, 0, 0, 0, 1, 4, 6, 0, 0, 0], Buffer.alloc(3))],
    ['a JPEG header and script', join(Buffer.from([0xff, 0xd8, 0xff, 0xe0]), script)],
    ['a JPEG without a picture', join(jpeg.subarray(0, 20), jpegEnd)],
    ['a JPEG cut short', jpeg.subarray(0, -2)],
    ['a JPEG followed by an archive', join(jpeg, 'PK\x03\x04')],
    ['a JPEG followed by half a JPEG', join(jpeg, jpeg.subarray(0, 100))],
    ['a PNG with hundreds of thousands of chunks', hostilePng()],
    ['a GIF', bytes('GIF89a\x01\0\x01\0\0\0\0;')],
  ])('%s is refused', async (_what, file) => {
    expect(await detectFileType(file)).toBeUndefined()
  })

  /** Searching the file again from each head would take longer than a test may. */
  test('fifteen PDFs with hundreds of thousands of object heads are refused within one test', async () => {
    const file = hostilePdf()
    for (let round = 0; round < 15; round++) expect(await detectFileType(file)).toBeUndefined()
  })
})

describe('WebP', () => {
  const lossless = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64')
  const lossy = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64')
  const withSize = (file: Buffer) => {
    file.writeUInt32LE(file.length - 8, 4)
    return file
  }
  const chunk = (type: string) => Buffer.concat([Buffer.from(type), Buffer.from([2, 0, 0, 0, 0, 0])])

  test.each([
    ['lossless', lossless, 'image/webp'],
    ['lossy', lossy, 'image/webp'],
    ['with a note about the camera', withSize(join(lossless, chunk('EXIF'))), 'image/webp'],
    ['animated', withSize(join(lossless, chunk('ANMF'))), undefined],
    ['with two pictures', withSize(join(lossless, lossy.subarray(12))), undefined],
    ['without a picture', withSize(join(lossless.subarray(0, 12), chunk('EXIF'))), undefined],
    ['with a script after the picture', join(lossless, script), undefined],
    ['with a script as a chunk', withSize(join(lossless, script)), undefined],
    ['cut off', lossless.subarray(0, -1), undefined],
  ])('a WebP %s is detected only if it is sound', async (_, file, type) => {
    expect(await detectFileType(file)).toBe(type)
  })
})
