import type { FastifyRequest } from 'fastify'
import { fileTooLargeMessage, maxCertificateBytes, wrongFileTypeMessage } from '#contract/documents/certificate.ts'
import type { FieldErrors } from '#contract/errors.ts'
import type { FormReader, ReceivedFile } from '#server/ports/form-reader.ts'
import type { MemoryLimit } from '#server/ports/memory-limit.ts'
import type { Inspect } from './inspector.ts'
import { type FileStream, readMultipart } from './read-multipart.ts'
import type { SlowestSender } from './slow-sender.ts'

interface FormReaderSettings {
  /** For all bodies together; further requests wait unread. */
  memory: MemoryLimit
  inspect: Inspect
  slowest?: SlowestSender
}

const maxFieldBytes = 256 * 1024

/** Reads forms with certificates completely before any transaction opens, within the memory budget. */
export function createFormReader({ memory, inspect, slowest }: FormReaderSettings): FormReader {
  return async (request, fileNames) => {
    const release = await memory.forUpload(maxBodyBytes(request, fileNames))
    try {
      const { body, files } = await readMultipart(request, fileNames, {
        maxFileBytes: maxCertificateBytes,
        keep: keepInMemory,
        slowest,
      })
      return { body, ...(await checkFiles(files, inspect)), release }
    } catch (error) {
      release()
      throw error
    }
  }
}

/** Bytes beyond the limit of a file are dropped on arrival, so they need no memory. */
function maxBodyBytes(request: FastifyRequest, fileNames: readonly string[]): number {
  const most = maxFieldBytes + fileNames.length * maxCertificateBytes
  return Math.min(most, Number(request.headers['content-length'] ?? most))
}

interface UploadedFile {
  bytes: Buffer
  size: number
  tooLarge: boolean
}

/** Collects a file up to the limit; of a larger one nothing is kept. */
const keepInMemory = (stream: FileStream) =>
  new Promise<UploadedFile>((resolve) => {
    let chunks: Buffer[] = []
    let tooLarge = false
    stream.on('data', (chunk: Buffer) => {
      if (!tooLarge) chunks.push(chunk)
    })
    stream.once('limit', () => {
      tooLarge = true
      chunks = []
    })
    stream.once('end', () => {
      const bytes = Buffer.concat(chunks)
      resolve({ bytes, size: bytes.length, tooLarge })
    })
  })

async function checkFiles(uploaded: Map<string, UploadedFile>, inspect: Inspect) {
  const files: Record<string, ReceivedFile> = {}
  const fileErrors: FieldErrors = {}
  for (const [name, file] of uploaded) {
    const mime = file.tooLarge ? undefined : await inspect(file.bytes)
    if (mime) files[name] = { bytes: file.bytes, mime }
    else fileErrors[name] = file.tooLarge ? fileTooLargeMessage : wrongFileTypeMessage
  }
  return { files, fileErrors }
}
