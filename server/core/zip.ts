// The variant for Node declares `createRequire`, as the server bundle does.
import { Zip, ZipPassThrough } from 'fflate/browser'

export interface ZipEntry {
  name: string
  /** Read only when the file is written. */
  content: AsyncIterable<Uint8Array | string>
}

/** Writes a ZIP archive part by part, so that it is never in memory as a whole. Does not compress: certificates are compressed already. */
export async function* writeZip(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = []
  const takeWritten = () => written.splice(0)
  const zip = new Zip((error, part) => {
    if (error) throw error
    written.push(part)
  })
  for await (const { name, content } of entries) {
    const file = new ZipPassThrough(name)
    zip.add(file)
    for await (const part of content) {
      file.push(typeof part === 'string' ? Buffer.from(part) : part)
      yield* takeWritten()
    }
    file.push(new Uint8Array(), true)
    yield* takeWritten()
  }
  zip.end()
  yield* takeWritten()
}
