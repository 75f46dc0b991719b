import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { maxRegisterBytes, registerTooLargeMessage } from '#contract/registers/draft-api.ts'
import { errorCodeOf } from '#server/core/error-code.ts'
import type { FormReader, SpooledFile } from '#server/ports/form-reader.ts'
import { type FileStream, readMultipart } from './read-multipart.ts'

/** A process that was killed could not remove what it was reading or exporting, which may be a register with identity numbers. */
export async function removeFoldersOfEndedProcesses() {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(/^columba-(?:upload|export)-(\d+)-/.exec(name)?.[1])
    if (pid && !isRunning(pid)) await rm(join(tmpdir(), name), { recursive: true, force: true })
  }
}

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    /** The process runs, and belongs to somebody else. */
    return errorCodeOf(error) === 'EPERM'
  }
}

/** Reads forms with files that are too large for memory: they are written to a folder that only this user may read. */
export const readSpooledForm: FormReader<SpooledFile> = async (request, fileNames) => {
  const folder = await mkdtemp(join(tmpdir(), `columba-upload-${process.pid}-`))
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
