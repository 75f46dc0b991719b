import type { FastifyRequest } from 'fastify'
import type { FieldErrors } from '#contract/errors.ts'

export interface ReceivedFile {
  bytes: Buffer
  /** What the content is, whatever its name or header said. */
  mime: string
}

/** A form with files, read whole. */
export interface ReceivedForm {
  body: Record<string, string>
  files: Record<string, ReceivedFile>
  /** What is wrong with the files, to be told together with what is wrong with the rest. */
  fileErrors: FieldErrors
  /** Called once the answer is out, so that others may use the memory. */
  release: () => void
}

export type FormReader = (request: FastifyRequest, fileNames: readonly string[]) => Promise<ReceivedForm>
