import { inflateSync } from 'node:zlib'

/**
 * A PDF is read from its end: the last `startxref` leads to a table of objects, which leads to the catalogue.
 * A page of script that only begins with `%PDF` has none of them.
 */
export function isPdf(bytes: Buffer): boolean {
  if (!/^%PDF-[12]\.\d\s/.test(textAt(bytes, 0, 16)) || !beginsWithObject(bytes)) return false
  const end = /startxref\s+(\d{1,10})\s+%%EOF[\s\0]*$/.exec(textAt(bytes, Math.max(0, bytes.length - 2048), 2048))
  return end !== null && leadsToCatalogue(bytes, Number(end[1]))
}

/** Between the header and the first object only a short comment may stand, or a viewer might take the file for a page. */
const beginsWithObject = (bytes: Buffer) =>
  /^%PDF[^\r\n]{4,24}[\r\n](?:%[^\r\n]{0,80}[\r\n]|\s)*\d+\s+\d+\s+obj\b/.test(textAt(bytes, 0, 1024))

const mostRevisions = 20
const mostTableBytes = 1024 * 1024

/** Each saving of a PDF adds a table that names the one before; the catalogue may be in any of them. */
function leadsToCatalogue(bytes: Buffer, start: number): boolean {
  const tables: Table[] = []
  const seen = new Set<number>()
  for (let next: number | undefined = start; next !== undefined; next = tables.at(-1)?.previous) {
    const table: Table | undefined = readTable(bytes, next) ?? readStreamTable(bytes, next)
    if (!table || seen.has(next) || seen.size === mostRevisions) return false
    seen.add(next)
    tables.push(table)
  }
  const root = tables.find((table) => table.root !== undefined)?.root
  if (root === undefined) return false
  const place = tables.map((table) => table.offsets.get(root)).find((offset) => offset !== undefined)
  if (place === 'in a stream') return true
  return (
    place !== undefined &&
    new RegExp(`^\\s*${root}\\s+\\d+\\s+obj\\b[\\s\\S]*?/Catalog\\b`).test(textAt(bytes, place, 16_384))
  )
}

interface Table {
  /** The number of the catalogue's object. */
  root: number | undefined
  previous: number | undefined
  offsets: Map<number, number | 'in a stream'>
}

/** The classic table: twenty characters an object, then a trailer. */
function readTable(bytes: Buffer, start: number): Table | undefined {
  let at = start + (/^\s*xref\s+/.exec(textAt(bytes, start, 64))?.[0].length ?? 0)
  if (at === start) return undefined
  const offsets: Table['offsets'] = new Map()
  for (;;) {
    const section = /^(\d{1,10})\s+(\d{1,10})\s+/.exec(textAt(bytes, at, 48))
    if (!section) break
    at += section[0].length
    const [first, count] = [Number(section[1]), Number(section[2])]
    if (at + count * 20 > bytes.length) return undefined
    for (let index = 0; index < count; index++, at += 20) {
      const entry = /^(\d{10}) \d{5} ([nf])/.exec(textAt(bytes, at, 20))
      if (!entry) return undefined
      if (entry[2] === 'n') offsets.set(first + index, Number(entry[1]))
    }
  }
  const trailer = /^\s*trailer\s*<<([\s\S]*?)startxref/.exec(textAt(bytes, at, 16_384))?.[1]
  return trailer === undefined ? undefined : { ...pointersOf(trailer), offsets }
}

/** The newer table: a compressed stream, its columns as wide as `/W` says. */
function readStreamTable(bytes: Buffer, start: number): Table | undefined {
  const head = /^\s*\d+\s+\d+\s+obj\s*<<([\s\S]*?)>>\s*stream\r?\n/.exec(textAt(bytes, start, 16_384))
  const dictionary = head?.[1]
  if (!head || !dictionary || !/\/Type\s*\/XRef\b/.test(dictionary)) return undefined
  const length = numberAfter(dictionary, 'Length')
  const widths = numbersIn(dictionary, 'W')
  const size = numberAfter(dictionary, 'Size')
  if (length === undefined || size === undefined || widths.length !== 3) return undefined
  const from = start + head[0].length
  const rows = inflateRows(bytes.subarray(from, from + length), dictionary, widths)
  return rows && { ...pointersOf(dictionary), offsets: offsetsOf(rows, widths, numbersIn(dictionary, 'Index'), size) }
}

function inflateRows(packed: Buffer, dictionary: string, widths: number[]): Buffer[] | undefined {
  const width = widths.reduce((sum, each) => sum + each, 0)
  const predicted = (numberAfter(dictionary, 'Predictor') ?? 1) >= 10
  try {
    const plain = /\/FlateDecode\b/.test(dictionary) ? inflateSync(packed, { maxOutputLength: mostTableBytes }) : packed
    const stride = width + (predicted ? 1 : 0)
    if (width === 0 || width > 24) return undefined
    const rows = Array.from({ length: Math.floor(plain.length / stride) }, (_, index) =>
      plain.subarray(index * stride, (index + 1) * stride),
    )
    return predicted ? unpredict(rows, width) : rows
  } catch {
    return undefined
  }
}

/** Undoes the only predictor that writers of these tables use: each row is the difference to the one above. */
function unpredict(rows: Buffer[], width: number): Buffer[] {
  let above = Buffer.alloc(width)
  return rows.map((row) => {
    const upward = row[0] === 2
    above = Buffer.from(row.subarray(1).map((byte, index) => (upward ? byte + (above[index] ?? 0) : byte)))
    return above
  })
}

function offsetsOf(rows: Buffer[], widths: number[], index: number[], size: number): Table['offsets'] {
  const [kindWidth = 0, placeWidth = 0] = widths
  const sections = index.length >= 2 ? index : [0, size]
  const offsets: Table['offsets'] = new Map()
  let row = 0
  for (let section = 0; section + 1 < sections.length; section += 2) {
    const [first = 0, count = 0] = [sections[section], sections[section + 1]]
    for (let each = 0; each < count && row < rows.length; each++, row++) {
      const cells = rows[row]
      const kind = kindWidth === 0 ? 1 : cells?.readUIntBE(0, Math.min(kindWidth, 6))
      if (kind === 2) offsets.set(first + each, 'in a stream')
      if (kind === 1 && cells) offsets.set(first + each, cells.readUIntBE(kindWidth, Math.min(placeWidth, 6)))
    }
  }
  return offsets
}

const pointersOf = (dictionary: string) => ({
  root: numberAfter(dictionary, 'Root'),
  previous: numberAfter(dictionary, 'Prev'),
})

function numberAfter(dictionary: string, name: string): number | undefined {
  const digits = new RegExp(`/${name}\\s+(\\d{1,10})`).exec(dictionary)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

const numbersIn = (dictionary: string, name: string): number[] =>
  (new RegExp(`/${name}\\s*\\[([\\d\\s]*)\\]`).exec(dictionary)?.[1]?.match(/\d+/g) ?? []).map(Number)

const textAt = (bytes: Buffer, start: number, length: number) =>
  bytes.toString('latin1', start, Math.min(start + length, bytes.length))
