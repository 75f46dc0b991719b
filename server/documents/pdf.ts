/**
 * A PDF begins with an object, ends with its end mark, and has a trailer that names its catalogue; an HTML page that only
 * begins with `%PDF` has none of this. The object table is not read: some scanners write a broken one, and viewers rebuild it.
 */
export function isPdf(bytes: Buffer): boolean {
  const textOf = (part: Buffer) => part.toString('latin1')
  return (
    beginsWithObject.test(textOf(bytes.subarray(0, 1024))) &&
    textOf(withoutPadding(bytes).subarray(-5)) === '%%EOF' &&
    hasCatalogue(textOf(bytes))
  )
}

/** Only short comments may stand before the first object; with more text a browser might treat the file as HTML. */
const beginsWithObject = /^%PDF-[12]\.\d\s+(?:%[^\r\n]{0,80}[\r\n]+)*\s*\d+\s+\d+\s+obj\b/

/** Some scanners append zeros or blanks. */
function withoutPadding(bytes: Buffer): Buffer {
  const last = bytes.findLastIndex((byte) => ![0, 9, 10, 12, 13, 32].includes(byte))
  return bytes.subarray(0, last + 1)
}

/** The classic trailer, or the stream that replaces it in newer files. */
const trailer = /\btrailer\s*<<|\/Type\s*\/XRef\b/

/** The distance into an object at which its `/Catalog` may stand. */
const objectBytes = 16_384

/** Reads the file once, and keeps no list: it can contain hundreds of thousands of each mark. */
function hasCatalogue(text: string): boolean {
  const root = findLastRoot(text)
  if (!root || !trailer.test(text)) return false
  const marks = new RegExp(`\\b${root.number}\\s+${root.generation}\\s+obj\\b|endobj|/Catalog\\b`, 'g')
  let found = false
  let start: number | undefined
  while (marks.test(text)) {
    const end = marks.lastIndex
    if (text.endsWith('/Catalog', end)) {
      if (start !== undefined && end - start <= objectBytes) return true
    } else if (text.endsWith('endobj', end)) {
      start = undefined
    } else {
      start = end
      found = true
    }
  }
  /** In newer files the catalogue may be inside a compressed object stream. */
  return !found && /\/Type\s*\/ObjStm\b/.test(text)
}

/** Keeps only the last match: a file can hold hundreds of thousands. */
function findLastRoot(text: string) {
  let last: { number: string; generation: string } | undefined
  for (const [, number = '', generation = ''] of text.matchAll(/\/Root\s+(\d{1,10})\s+(\d{1,5})\s+R\b/g))
    last = { number, generation }
  return last
}
