import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { StartError } from '#server/core/start-error.ts'
import { End, Header, Table, words } from './format.ts'

export type Part =
  | { kind: 'header'; header: Header }
  | { kind: 'table'; table: Table }
  | { kind: 'rows'; lines: string[] }
  | { kind: 'end'; end: End }

/** The approximate length of the rows that are passed on at once. */
const batchLength = 1_000_000
const maxRows = 1000

/** Reads a backup part by part. Whether it is whole and unchanged is known only at its end. */
export async function* readBackup(source: Readable): AsyncGenerator<Part> {
  const hash = createHash('sha256')
  let end: End | undefined
  let lines: string[] = []
  let length = 0
  for await (const line of unpack(source)) {
    if (end) throw damaged('there is text after its end')
    const part = line.startsWith('[') ? parsePart(line) : undefined
    if (part?.kind === 'end' && part.end.sha256 !== hash.digest('hex')) throw damaged('its checksum is wrong')
    if (part?.kind === 'end') end = part.end
    else hash.update(line).update('\n')
    if (!part) {
      lines.push(line)
      length += line.length
    }
    if (lines.length > 0 && (part || lines.length >= maxRows || length >= batchLength)) {
      yield { kind: 'rows', lines }
      lines = []
      length = 0
    }
    if (part) yield part
  }
  if (!end) throw damaged('its end is missing')
}

/** Reads a whole backup to see that it is complete. */
export async function checkBackup(source: Readable): Promise<End> {
  let found: End | undefined
  for await (const part of readBackup(source)) if (part.kind === 'end') found = part.end
  if (!found) throw damaged('its end is missing')
  return found
}

export const damaged = (problem: string) => new StartError(`This is not a complete Columba backup: ${problem}.`)

async function* unpack(source: Readable): AsyncGenerator<string> {
  const gunzip = createGunzip()
  source.on('error', (error) => gunzip.destroy(error)).pipe(gunzip)
  try {
    yield* readLines(gunzip)
  } catch (error) {
    const isCompression = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
    throw isCompression ? damaged('it is cut off, changed, or not a backup') : error
  }
}

function parsePart(line: string): Part {
  const [word, content] = parseJSON(line)
  if (word === words.header) return { kind: 'header', header: parse(Header, content) }
  if (word === words.table) return { kind: 'table', table: parse(Table, content) }
  if (word === words.end) return { kind: 'end', end: parse(End, content) }
  throw damaged('it has a line that this version does not know')
}

function parseJSON(line: string): [unknown, unknown] {
  try {
    return JSON.parse(line)
  } catch {
    throw damaged('it has a line that is not JSON')
  }
}

function parse<T>(schema: { safeParse: (value: unknown) => { data?: T | undefined } }, content: unknown): T {
  const { data } = schema.safeParse(content)
  if (data === undefined) throw damaged('it has a line that this version does not know')
  return data
}

const lineEnd = 0x0a

/** The lines of a stream. Node's own `readline` also ends a line at characters that JSON may contain. */
async function* readLines(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let pending: Buffer[] = []
  for await (const chunk of stream) {
    let from = 0
    for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, from)) {
      yield Buffer.concat([...pending, chunk.subarray(from, at)]).toString('utf8')
      pending = []
      from = at + 1
    }
    pending.push(chunk.subarray(from))
  }
  const rest = Buffer.concat(pending)
  if (rest.length > 0) yield rest.toString('utf8')
}
