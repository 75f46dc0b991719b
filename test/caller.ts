import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Endpoint, ReplyData, RequestInput } from '#contract/endpoint.ts'
import type { ErrorReply } from '#contract/errors.ts'

/** Calls the endpoints of the server, with a session cookie if there is one. */
export interface Caller {
  cookie: string
  call: <E extends Endpoint>(endpoint: E, ...input: CallInput<E>) => Promise<Answer<E>>
}

interface Answer<E extends Endpoint> {
  status: number
  headers: Record<string, unknown>
  /** The reply to a successful call. `refusal` is the same value, typed as an error reply. */
  body: ReplyData<E>
  refusal: ErrorReply
  /** The session cookie that the answer sets. */
  cookie: string
}

/** Whether a call was done, or the code of its refusal. */
export const codeOf = ({ status, refusal }: { status: number; refusal: { code: string } }) =>
  status === 200 ? 'done' : refusal.code

export type TestFile = { name: string; type?: string; content: Uint8Array }

type CallInput<E extends Endpoint> = keyof RequestInput<E> extends never
  ? [input?: { files?: Record<string, TestFile> }]
  : [input: FormInput<E> & { files?: Record<string, TestFile> }]

/** Tests also send forms that are incomplete or invalid. */
type FormInput<E extends Endpoint> = E extends { body: (options: never) => unknown }
  ? Omit<RequestInput<E>, 'body'> & { body: object }
  : RequestInput<E>

interface Parts {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  files?: Record<string, TestFile>
}

/** The server of this process, or a connection to another (`connectTo`). */
export interface CallTarget {
  inject: (request: InjectOptions) => Promise<Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body' | 'json'>>
}

export function createCaller(app: CallTarget, cookie = ''): Caller {
  return {
    cookie,
    call: async (endpoint, ...[input]) => {
      const parts: Parts = { ...input }
      const answer = await app.inject({
        method: endpoint.method,
        url: urlOf(endpoint, parts),
        ...(await payloadOf(endpoint, parts, cookie ? { cookie } : {})),
      })
      const set = [answer.headers['set-cookie'] ?? []].flat().find((each) => /^(__Host-)?columba_session=/.test(each))
      const isJson = String(answer.headers['content-type']).includes('json')
      const body = isJson ? answer.json() : answer.body
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body,
        refusal: body,
        cookie: set?.split(';')[0] ?? '',
      }
    },
  }
}

function urlOf({ path }: Endpoint, { params = {}, query = {} }: Parts): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))
  return search.size > 0 ? `${filled}?${search}` : filled
}

async function payloadOf(endpoint: Endpoint, { body, files }: Parts, headers: Record<string, string>) {
  if (!endpoint.files) return body === undefined ? { headers } : { headers, payload: body }
  const { type, payload } = await formOf(body, files)
  return { headers: { ...headers, 'content-type': type }, payload }
}

/** A form as a browser would send it. */
export async function formOf(fields: Record<string, unknown> = {}, files: Record<string, TestFile> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, String(value))
  for (const [field, { name, type, content }] of Object.entries(files)) {
    form.append(field, new Blob([new Uint8Array(content)], type ? { type } : {}), name)
  }
  const sent = new Response(form)
  return { type: sent.headers.get('content-type') ?? '', payload: Buffer.from(await sent.arrayBuffer()) }
}
