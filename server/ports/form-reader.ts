import type { FastifyRequest } from 'fastify'
import type { FieldErrors } from '#contract/field-errors.ts'

export interface ReceivedFile {
  bytes: Buffer
  /** The type that was detected from the content, not from the file name or header. */
  mime: string
}

/** A file on the disk, which is deleted after the reply. */
export interface SpooledFile {
  path: string
  size: number
}

/** A multipart form that has been read completely. */
interface ReceivedForm<File> {
  body: Record<string, string>
  files: Record<string, File>
  /** Errors of the files, reported together with those of the fields. */
  fileErrors: FieldErrors
  /** Frees the memory or the files of the form. Call it when the reply has been sent. */
  release: () => void
}

export type FormReader<File = ReceivedFile> = (
  request: FastifyRequest,
  fileNames: readonly string[],
) => Promise<ReceivedForm<File>>
