import type { FastifyRequest } from 'fastify'
import type { FieldErrors } from '#contract/errors.ts'

export interface ReceivedFile {
  bytes: Buffer
  /** Detected from the content, not from the file name or header. */
  mime: string
}

/** A multipart form that has been read completely. */
interface ReceivedForm {
  body: Record<string, string>
  files: Record<string, ReceivedFile>
  /** Errors of the files, reported together with those of the fields. */
  fileErrors: FieldErrors
  /** Frees the memory of the form. Call it when the reply has been sent. */
  release: () => void
}

export type FormReader = (request: FastifyRequest, fileNames: readonly string[]) => Promise<ReceivedForm>
