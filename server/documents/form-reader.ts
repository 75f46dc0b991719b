import type { FastifyRequest } from 'fastify'
import { fileTooLargeMessage, maxCertificateBytes, wrongFileTypeMessage } from '#contract/documents/certificate.ts'
import type { FieldErrors } from '#contract/errors.ts'
import type { FormReader, ReceivedFile } from '#server/http/form-reader.ts'
import { detectCertificateType } from './detect-certificate-type.ts'
import { createByteBudget } from './memory-limit.ts'
import { readMultipart, type UploadedFile } from './read-multipart.ts'

export interface ReceiveSettings {
  /** Memory for all bodies together; further requests wait unread. */
  memoryBytes?: number
  /** How long a client may send nothing, in milliseconds. */
  idleTimeoutMs?: number
}

const maxFieldBytes = 256 * 1024

/** Reads forms with certificates completely before any transaction opens, within the memory budget. */
export function createFormReader({
  memoryBytes = 64 * 1024 * 1024,
  idleTimeoutMs = 20_000,
}: ReceiveSettings = {}): FormReader {
  const memory = createByteBudget(memoryBytes)

  return async (request, fileNames) => {
    const release = await memory.acquire(maxBodyBytes(request, fileNames))
    try {
      const { body, files } = await readMultipart(request, fileNames, idleTimeoutMs)
      return { body, ...(await checkFiles(files)), release }
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

async function checkFiles(uploaded: Map<string, UploadedFile>) {
  const files: Record<string, ReceivedFile> = {}
  const fileErrors: FieldErrors = {}
  for (const [name, file] of uploaded) {
    const mime = file.tooLarge ? undefined : await detectCertificateType(file.bytes)
    if (mime) files[name] = { bytes: file.bytes, mime }
    else fileErrors[name] = file.tooLarge ? fileTooLargeMessage : wrongFileTypeMessage
  }
  return { files, fileErrors }
}
