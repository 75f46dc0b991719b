import type { Endpoint, RequestInput } from '#contract/endpoint.ts'

type FilesOf<E> = E extends { files: infer Files } ? { files?: { [Name in keyof Files]?: File | undefined } } : unknown

/** A call's declared input, plus files where the endpoint takes them. */
export type ApiInput<E extends Endpoint> = RequestInput<E> & FilesOf<E>

interface UntypedInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  files?: Record<string, File | undefined>
}

export interface HttpRequest {
  method: Endpoint['method']
  url: string
  headers: Record<string, string>
  body?: string | FormData
}

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** Called with the share of a multipart body that has been sent, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
  /** Called with the reply so far, whenever more of it has come. */
  onText?: ((text: string) => void) | undefined
}

export interface HttpResponse {
  status: number
  text: string
  /** The `Link` header, which points to the next page of a list. */
  link: string | null
  /** The `X-Total-Count` header: the number of all rows of a list. */
  total: string | null
}

/** The same input with more fields in its body. */
export const withFields = <I extends object>(input: I, fields?: object): I =>
  fields ? { ...input, body: { ...(input as UntypedInput).body, ...fields } } : input

export function requestFor(endpoint: Endpoint, input: UntypedInput): HttpRequest {
  const request = { method: endpoint.method, url: urlFor(endpoint, input) }
  if (endpoint.files) return { ...request, headers: {}, body: formFor(input) }
  if (endpoint.method === 'GET' || !input.body) return { ...request, headers: {} }
  return { ...request, headers: { 'content-type': 'application/json' }, body: JSON.stringify(input.body) }
}

/** Fills in the `:params` and appends the query; undefined values are left out. */
export function urlFor(endpoint: Endpoint, { params = {}, query = {} }: UntypedInput = {}): string {
  const path = endpoint.path.replace(/\/:(\w+)/g, (_, name: string) => `/${encodeURIComponent(String(params[name]))}`)
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (isGiven(value) ? [[name, String(value)]] : [])),
  )
  return search.size > 0 ? `${path}?${search}` : path
}

function formFor({ body = {}, files = {} }: UntypedInput): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) if (isGiven(value)) form.append(name, String(value))
  for (const [name, file] of Object.entries(files)) if (file) form.append(name, file)
  return form
}

const isGiven = (value: unknown) => value !== undefined && value !== null
