/**
 * A PDF begins with an object, ends with its end mark, and has a trailer that names its catalogue; an HTML page that only
 * begins with `%PDF` has none of this. The object table is not read: some scanners write a broken one, and viewers rebuild it.
 */
export function isPdf(bytes: Buffer): boolean {
  const textOf = (part: Buffer) => part.toString('latin1')
  return (
    beginsWithObject.test(textOf(bytes.subarray(0, 1024))) &&
    endsWithMark.test(textOf(bytes.subarray(-1024))) &&
    hasCatalogue(textOf(bytes))
  )
}

/** Only short comments may stand before the first object; with more text a browser might treat the file as HTML. */
const beginsWithObject = /^%PDF-[12]\.\d\s+(?:%[^\r\n]{0,80}[\r\n]+)*\s*\d+\s+\d+\s+obj\b/

const endsWithMark = /%%EOF[\s\0]*$/

/** The classic trailer, or the stream that replaces it in newer files. */
const trailer = /\btrailer\s*<<|\/Type\s*\/XRef\b/

function hasCatalogue(text: string): boolean {
  const root = findLastRoot(text)
  if (!root || !trailer.test(text)) return false
  const heads = new RegExp(`\\b${root.number}\\s+${root.generation}\\s+obj\\b`, 'g')
  let head = heads.exec(text)
  /** In newer files the catalogue may be inside a compressed object stream. */
  if (!head) return /\/Type\s*\/ObjStm\b/.test(text)
  while (head) {
    const next = heads.exec(text)
    if (/\/Catalog\b/.test(objectAt(text, head.index, next?.index))) return true
    head = next
  }
  return false
}

/** Keeps only the last match: a file can hold hundreds of thousands. */
function findLastRoot(text: string) {
  let last: { number: string; generation: string } | undefined
  for (const [, number = '', generation = ''] of text.matchAll(/\/Root\s+(\d{1,10})\s+(\d{1,5})\s+R\b/g))
    last = { number, generation }
  return last
}

/** Ends where the next object with the same number begins, so that no part of a file is read twice. */
const objectAt = (text: string, start: number, next = text.length) =>
  text.slice(start, Math.min(start + 16_384, next)).split('endobj', 1)[0] ?? ''
