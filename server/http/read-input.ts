import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, ParsedInput } from '#contract/endpoint.ts'
import { type FieldErrors, toFieldErrors } from '#contract/errors.ts'
import type { Services } from '../context.ts'
import { AppError } from './errors.ts'
import type { ReceivedFile } from './form-reader.ts'

/** What an action receives: the validated parts that its endpoint declares. */
export type Input<E extends Endpoint> = ParsedInput<E> &
  (E extends { files: readonly (infer Name extends string)[] }
    ? { files: Partial<Record<Name, ReceivedFile>>; fileErrors: FieldErrors }
    : unknown) &
  (E extends { raw: true } ? { raw: Buffer } : unknown)

const parts = ['params', 'query', 'body'] as const

/** Validates the request as the endpoint declares. One error reports all invalid fields. */
export async function readInput<E extends Endpoint>(
  services: Services,
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const form = await readFormInput(services, endpoint, request, reply)
  const given = { params: request.params, query: request.query, body: form?.body ?? request.body ?? {} }
  const input: Record<string, unknown> = { raw: request.body, files: form?.files, fileErrors: form?.fileErrors }
  const errors: FieldErrors = {}
  for (const part of parts) {
    const parsed = endpoint[part]?.safeParse(given[part])
    if (parsed?.success) input[part] = parsed.data
    else if (parsed) Object.assign(errors, toFieldErrors(parsed.error))
  }
  if (Object.keys(errors).length > 0) throw new AppError('INVALID', { errors: { ...errors, ...form?.fileErrors } })
  return input as Input<E>
}

async function readFormInput(
  { readForm }: Services,
  { files }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (!files) return undefined
  const form = await readForm(request, files)
  /** If the client disconnected meanwhile, `close` will not fire again. */
  if (reply.raw.destroyed) form.release()
  else reply.raw.once('close', form.release)
  return form
}
