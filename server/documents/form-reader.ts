import type { FastifyRequest } from 'fastify'
import {
  certificateTypes,
  fileTooLargeMessage,
  maxCertificateBytes,
  wrongFileTypeMessage,
} from '#contract/documents/certificate.ts'
import type { FieldErrors } from '#contract/field-errors.ts'
import { logoTooLargeMessage, logoTypes, maxLogoBytes, wrongLogoMessage } from '#contract/house/logo.ts'
import type { FormReader, ReceivedFile } from '#server/ports/form-reader.ts'
import type { MemoryLimit } from '#server/ports/memory-limit.ts'
import type { Inspect } from './inspector.ts'
import { type FileStream, readMultipart, type SlowestSender } from './read-multipart.ts'

interface FileRules {
  types: readonly string[]
  maxBytes: number
  wrongType: string
  tooLarge: string
}

const certificateRules: FileRules = {
  types: certificateTypes,
  maxBytes: maxCertificateBytes,
  wrongType: wrongFileTypeMessage,
  tooLarge: fileTooLargeMessage,
}

export const pictureRules: FileRules = {
  types: logoTypes,
  maxBytes: maxLogoBytes,
  wrongType: wrongLogoMessage,
  tooLarge: logoTooLargeMessage,
}

interface FormReaderSettings {
  /** The limit for all bodies together; further requests wait unread. */
  memory: MemoryLimit
  inspect: Inspect
  slowest?: SlowestSender
  rules?: FileRules
}

const maxFieldBytes = 256 * 1024

/** Reads forms with certificates, or other files that are checked like them, completely before any transaction opens, within the memory budget. */
export function createFormReader({
  memory,
  inspect,
  slowest,
  rules = certificateRules,
}: FormReaderSettings): FormReader {
  return async (request, fileNames) => {
    const release = await memory.forUpload(maxBodyBytes(request, fileNames, rules))
    try {
      const options = { maxFileBytes: rules.maxBytes, keep: keepInMemory, slowest }
      const { body, files } = await readMultipart(request, fileNames, options)
      return { body, ...(await checkFiles(files, inspect, rules)), release }
    } catch (error) {
      release()
      throw error
    }
  }
}

/** Bytes beyond the limit of a file are dropped on arrival, so they need no memory. */
function maxBodyBytes(request: FastifyRequest, fileNames: readonly string[], { maxBytes }: FileRules): number {
  const most = maxFieldBytes + fileNames.length * maxBytes
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

async function checkFiles(uploaded: Map<string, UploadedFile>, inspect: Inspect, rules: FileRules) {
  const files: Record<string, ReceivedFile> = {}
  const fileErrors: FieldErrors = {}
  for (const [name, file] of uploaded) {
    const mime = file.tooLarge ? undefined : await inspect(file.bytes)
    if (mime && rules.types.includes(mime)) files[name] = { bytes: file.bytes, mime }
    else fileErrors[name] = file.tooLarge ? rules.tooLarge : rules.wrongType
  }
  return { files, fileErrors }
}
