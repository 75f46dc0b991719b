import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { maxRegisterBytes, registerTooLargeMessage } from '#contract/registers/upload.ts'
import type { FormReader, SpooledFile } from '#server/ports/form-reader.ts'
import { type FileStream, readMultipart } from './read-multipart.ts'

/** Reads forms with files that are too large for memory: they are written to a folder that only this user may read. */
export const readSpooledForm: FormReader<SpooledFile> = async (request, fileNames) => {
  const folder = await mkdtemp(join(tmpdir(), 'columba-upload-'))
  const release = () => void rm(folder, { recursive: true, force: true }).catch(() => undefined)
  const spool = (stream: FileStream, name: string) => writeToDisk(stream, join(folder, name))
  try {
    const { body, files } = await readMultipart(request, fileNames, { maxFileBytes: maxRegisterBytes, keep: spool })
    const named = [...files]
    return {
      body,
      files: Object.fromEntries(named.filter(([, { tooLarge }]) => !tooLarge)),
      fileErrors: Object.fromEntries(
        named.flatMap(([name, { tooLarge }]) => (tooLarge ? [[name, registerTooLargeMessage]] : [])),
      ),
      release,
    }
  } catch (error) {
    release()
    throw error
  }
}

async function writeToDisk(stream: FileStream, path: string) {
  let size = 0
  async function* counted(parts: Readable) {
    for await (const part of parts) {
      size += part.length
      yield part
    }
  }
  await pipeline(stream, counted, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  return { path, size, tooLarge: stream.truncated }
}
