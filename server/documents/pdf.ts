/**
 * A PDF begins with an object, ends with its end mark, and has a trailer that names its catalogue; an HTML page that only
 * begins with `%PDF` has none of this. The object table is not read: some scanners write a broken one, and viewers rebuild it.
 */
export function isPdf(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  return beginsWithObject.test(text.slice(0, 1024)) && endsWithMark.test(text.slice(-1024)) && hasCatalogue(text)
}

/** Only short comments may stand before the first object; with more text a browser might treat the file as HTML. */
const beginsWithObject = /^%PDF-[12]\.\d\s+(?:%[^\r\n]{0,80}[\r\n]+)*\s*\d+\s+\d+\s+obj\b/

const endsWithMark = /%%EOF[\s\0]*$/

/** The classic trailer, or the stream that replaces it in newer files. */
const trailer = /\btrailer\s*<<|\/Type\s*\/XRef\b/

function hasCatalogue(text: string): boolean {
  const root = [...text.matchAll(/\/Root\s+(\d{1,10})\s+(\d{1,5})\s+R\b/g)].at(-1)
  if (!root || !trailer.test(text)) return false
  const objects = [...text.matchAll(new RegExp(`\\b${root[1]}\\s+${root[2]}\\s+obj\\b`, 'g'))]
  /** In newer files the catalogue may be inside a compressed object stream. */
  if (objects.length === 0) return /\/Type\s*\/ObjStm\b/.test(text)
  return objects.some(({ index }) => /\/Catalog\b/.test(objectAt(text, index)))
}

const objectAt = (text: string, start: number) => text.slice(start, start + 16_384).split('endobj', 1)[0] ?? ''
