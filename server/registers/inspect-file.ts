import { createHash } from 'node:crypto'

/** Opens a file from its beginning; it is read more than once. */
export type OpenFile = () => AsyncIterable<Uint8Array>

export interface InspectedFile {
  open: OpenFile
  size: number
  hash: string
  delimiter: string
  /** Why the file cannot be read at all. */
  problem: string | undefined
}

/** Reads a file once, part by part, to find out what it is. */
export async function inspectFile(open: OpenFile): Promise<InspectedFile> {
  const hash = createHash('sha256')
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let start = Buffer.alloc(0)
  let size = 0
  let isText = true
  const decode = (part?: Uint8Array) => {
    try {
      decoder.decode(part, { stream: part !== undefined })
    } catch {
      isText = false
    }
  }
  for await (const part of open()) {
    if (start.length < startBytes) start = Buffer.concat([start, part])
    size += part.length
    hash.update(part)
    if (isText) decode(part)
  }
  if (isText) decode()
  return { open, size, hash: hash.digest('hex'), delimiter: delimiterOf(start), problem: problemOf(start, isText) }
}

const startBytes = 4096
const signatures: [bytes: string, message: string][] = [
  ['504b0304', 'This is an Excel workbook. In Excel, save it as "CSV UTF-8" and choose that file.'],
  ['d0cf11e0', 'This is an Excel workbook. In Excel, save it as "CSV UTF-8" and choose that file.'],
  ['fffe', 'The file is in UTF-16. Save it as "CSV UTF-8" and choose that file.'],
  ['feff', 'The file is in UTF-16. Save it as "CSV UTF-8" and choose that file.'],
]

function problemOf(start: Buffer, isText: boolean): string | undefined {
  if (start.length === 0) return 'The file is empty.'
  const known = signatures.find(([bytes]) => start.subarray(0, bytes.length / 2).toString('hex') === bytes)
  if (known) return known[1]
  if (start.includes(0)) return 'This is not a CSV file.'
  return isText ? undefined : 'The file is not in UTF-8. Save it as "CSV UTF-8" and choose that file.'
}

/** Spreadsheets with a European setting write semicolons. */
function delimiterOf(start: Buffer): string {
  const [header = ''] = start.toString('utf8', 0, startBytes).split('\n')
  return header.includes(';') && !header.includes(',') ? ';' : ','
}
