import type { FastifyRequest } from 'fastify'
import { fileTooLarge, maxCertificateBytes, wrongFileType } from '#contract/documents/certificate.ts'
import type { FieldErrors } from '#contract/errors.ts'
import type { Receive, ReceivedFile } from '#server/http/receive.ts'
import { createByteBudget } from './byte-budget.ts'
import { checkDocument } from './check.ts'
import { type ArrivedFile, readParts } from './read-parts.ts'

export interface ReceiveSettings {
  /** How much of all bodies together may be in memory; the rest wait unread. */
  budget?: number
  /** How long a sender may say nothing, in milliseconds. */
  patience?: number
}

const roomForFields = 256 * 1024

/** Reads forms with certificates: whole, before any transaction opens, and never more at once than the budget allows. */
export function createReceive({ budget = 64 * 1024 * 1024, patience = 20_000 }: ReceiveSettings = {}): Receive {
  const memory = createByteBudget(budget)

  return async (request, fileNames) => {
    const release = await memory.take(roomNeeded(request, fileNames))
    try {
      const { body, files } = await readParts(request, fileNames, patience)
      return { body, ...(await sorted(files)), release }
    } catch (error) {
      release()
      throw error
    }
  }
}

/** What a file has beyond the limit is dropped as it comes, so it takes no room. */
function roomNeeded(request: FastifyRequest, fileNames: readonly string[]): number {
  const most = roomForFields + fileNames.length * maxCertificateBytes
  return Math.min(most, Number(request.headers['content-length'] ?? most))
}

async function sorted(arrived: Map<string, ArrivedFile>) {
  const files: Record<string, ReceivedFile> = {}
  const fileErrors: FieldErrors = {}
  for (const [name, file] of arrived) {
    const mime = file.tooLarge ? undefined : await checkDocument(file.bytes)
    if (mime) files[name] = { bytes: file.bytes, mime }
    else fileErrors[name] = file.tooLarge ? fileTooLarge : wrongFileType
  }
  return { files, fileErrors }
}
