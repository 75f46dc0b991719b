import { Agent, request } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import type { InjectOptions } from 'fastify'
import type { CallTarget } from '#test/caller.ts'

/** Counts calls, and what they got instead of an answer from Columba. */
export interface Tally {
  calls: number
  /** The time until each call had an answer, or was known to get none. A call that was sent again counts each time. */
  waits: { begunAt: number; ms: number }[]
  /** The number of times that a call had to be sent again, by what it got instead of an answer. */
  again: Record<string, number>
  /** Calls that failed with 500, or were refused for now without a sentence. */
  broken: string[]
}

export const newTally = (): Tally => ({ calls: 0, waits: [], again: {}, broken: [] })
/** How often there was no answer from Columba: the connection was lost, or the proxy answered. Busy servers answer that they are. */
export const timesUnanswered = ({ again }: Tally) =>
  Object.entries(again).reduce((sum, [failure, count]) => (/^503 [A-Z_]+$/.test(failure) ? sum : sum + count), 0)

interface Client {
  url: string
  ca: string
  tally: Tally
  /** Whether to give up calls that still have no answer. */
  isOver: () => boolean
}

let people = 0
/** The proxy limits requests by address, so each person has one: 127.1.0.1 and so on. */
const nextAddress = () => `127.1.${Math.floor(++people / 250)}.${(people % 250) + 1}`

const pauseMs = 200

/**
 * Repeats a call while there is no answer, or one that asks to try later (429, 502 to 504), as a person presses a
 * button again.
 */
export function connectPatiently({ url, ca, tally, isOver }: Client): CallTarget {
  const agent = new Agent({ keepAlive: true, ca, localAddress: nextAddress(), timeout: 60_000 })
  const inject = async (options: InjectOptions) => {
    tally.calls += 1
    for (;;) {
      const begunAt = performance.now()
      const reply = await send(url, agent, options).catch((error: { code?: string }) => error.code ?? 'no answer')
      tally.waits.push({ begunAt, ms: performance.now() - begunAt })
      if (typeof reply !== 'string' && !isUnavailable(reply.statusCode)) {
        if (reply.statusCode >= 500) tally.broken.push(`${String(options.url)}: ${reply.body}`)
        return reply
      }
      const failure = typeof reply === 'string' ? reply : `${reply.statusCode} ${codeIn(reply)}`.trim()
      if (typeof reply !== 'string' && !hasSentence(reply))
        tally.broken.push(`${String(options.url)}: ${reply.statusCode} without a sentence: ${reply.body.slice(0, 200)}`)
      tally.again[failure] = (tally.again[failure] ?? 0) + 1
      if (isOver()) throw new Error(`No answer: ${failure}`)
      await sleep(pauseMs)
    }
  }
  return { inject }
}

const isUnavailable = (status: number) => [429, 502, 503, 504].includes(status)

/** Each refusal, also one from the proxy, must say in a sentence what is wrong. */
const hasSentence = ({ headers, body }: Reply) =>
  String(headers['content-type']).includes('json') && /"error":"[A-Z][^"]+\."/.test(body)

const codeIn = ({ body }: Reply) => /"code":"([A-Z_]+)"/.exec(body)?.[1] ?? ''

type Reply = Awaited<ReturnType<CallTarget['inject']>>

function send(url: string, agent: Agent, { method, url: path, headers, payload }: InjectOptions): Promise<Reply> {
  const isJson = payload !== undefined && !Buffer.isBuffer(payload)
  const body = isJson ? Buffer.from(JSON.stringify(payload)) : ((payload as Buffer | undefined) ?? Buffer.alloc(0))
  const sentHeaders = {
    ...(isJson && { 'content-type': 'application/json' }),
    ...headers,
    ...(method !== 'GET' && { 'content-length': String(body.length) }),
  }
  return new Promise((resolve, reject) => {
    const options = { agent, method: String(method ?? 'GET'), headers: sentHeaders as Record<string, string> }
    const sent = request(url + String(path), options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part)).on('error', reject)
      response.on('aborted', () => reject(Object.assign(new Error('cut off'), { code: 'cut off' })))
      response.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8')
        const statusCode = response.statusCode ?? 0
        resolve({ statusCode, headers: response.headers, body: text, json: () => JSON.parse(text) })
      })
    })
    sent.on('error', reject).on('timeout', () => sent.destroy(Object.assign(new Error(), { code: 'no answer' })))
    sent.end(body)
  })
}
