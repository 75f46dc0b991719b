import type { FastifyReply, FastifyRequest } from 'fastify'
import { checkForm } from '#contract/check-form.ts'
import { toDay } from '#contract/dates.ts'
import type { Endpoint, FileRule, FormOptions, ParsedInput } from '#contract/endpoint.ts'
import { type FieldErrors, toFieldErrors } from '#contract/field-errors.ts'
import type { Services } from '#server/core/context.ts'
import type { ReceivedFile, SpooledFile } from '#server/ports/form-reader.ts'
import { AppError } from './errors.ts'
import { onceClosed } from './reserve-memory.ts'

/** What an action receives: the validated parts that its endpoint declares. */
export type Input<E extends Endpoint> = ParsedInput<E> &
  (E extends { files: infer Files extends Record<string, FileRule> }
    ? {
        files: {
          [Name in keyof Files]: FileOf<E> | (Files[Name] extends { requiredIf: unknown } ? undefined : never)
        }
      }
    : unknown) &
  (E extends { raw: true } ? { raw: Buffer } : unknown)

type FileOf<E extends Endpoint> = E extends { fileKind: 'register' } ? SpooledFile : ReceivedFile

type Fields = Record<string, unknown>

/** Validates the request as the endpoint declares. One error reports all invalid fields and files. */
export async function readInput<E extends Endpoint>(
  services: Services,
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
  findOptions: (fields: Fields) => Promise<Partial<FormOptions>> | undefined,
) {
  // No text in the database contains a zero byte, and a download that finds out while it is sent would break off.
  if (request.url.includes('%00')) throw new AppError('MALFORMED')
  const form = await readFormInput(services, endpoint, request, reply)
  const input: Fields = { raw: request.body, files: form?.files }
  const errors: FieldErrors = {}
  for (const part of ['params', 'query'] as const) {
    const parsed = endpoint[part]?.safeParse(request[part])
    if (parsed?.success) input[part] = parsed.data
    else if (parsed) Object.assign(errors, toFieldErrors(parsed.error))
  }
  if (endpoint.body) {
    const fields = (form?.body ?? request.body ?? {}) as Fields
    const options = { today: toDay(services.clock()), role: request.actor?.role, ...(await findOptions(fields)) }
    const checked = checkForm(endpoint, fields, form?.files ?? {}, options)
    input.body = checked.body
    Object.assign(errors, checked.errors, form?.fileErrors)
  }
  if (Object.keys(errors).length > 0) throw new AppError('INVALID', { errors })
  return input as Input<E>
}

async function readFormInput(
  { readForm, readPictureForm, readSpooledForm }: Services,
  { files, fileKind }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (!files) return undefined
  const readers = { certificate: readForm, picture: readPictureForm, register: readSpooledForm }
  const read = readers[fileKind ?? 'certificate']
  const form = await read(request, Object.keys(files))
  onceClosed(reply, form.release)
  return form
}
