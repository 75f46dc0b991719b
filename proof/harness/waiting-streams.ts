import { Agent, request } from 'node:https'
import type { z } from 'zod'
import type { BlockEvent } from '#contract/niches/api.ts'
import { isShort } from './length.ts'
import type { Nginx } from './start-nginx.ts'

interface Stream {
  bytes: number
  firstEventBytes: number
}

export interface WaitingStreams {
  opened: number
  /** How many of them are read event by event. */
  read: number
  refused: string[]
  bytesEach: () => number
  firstEventBytes: number
  close: () => void
}

/** One in so many streams is read event by event; of the others, bytes are counted. A short run has few, and reads all. */
const readEvery = isShort ? 1 : 25
/** The proxy allows 400 connections from an address. */
const perAddress = 200

/**
 * Opens this many maps of one block, as browsers that accept compressed events. `onChange` is called by those that are
 * read.
 */
export async function openWaitingStreams(
  { url, ca }: Nginx,
  cookies: readonly string[],
  count: number,
  blockID: string,
  onChange: (nicheID: string) => void,
): Promise<WaitingStreams> {
  const streams: Stream[] = []
  const refused: string[] = []
  let read = 0
  const requests: ReturnType<typeof request>[] = []
  const agents = new Map<number, Agent>()
  const agentFor = (each: number) => {
    const group = Math.floor(each / perAddress)
    const known = agents.get(group) ?? new Agent({ ca, localAddress: `127.2.0.${group + 1}`, maxSockets: perAddress })
    agents.set(group, known)
    return known
  }

  const open = (each: number) =>
    new Promise<void>((resolve) => {
      const isRead = each % readEvery === 0
      const headers = { cookie: cookies[each % cookies.length] ?? '', 'accept-encoding': isRead ? 'identity' : 'gzip' }
      const sent = request(`${url}/api/niche/events/${blockID}`, { agent: agentFor(each), headers }, (reply) => {
        if (reply.statusCode !== 200) {
          refused.push(String(reply.statusCode))
          reply.resume()
          return resolve()
        }
        const stream: Stream = { bytes: 0, firstEventBytes: 0 }
        streams.push(stream)
        if (isRead) read += 1
        let quiet: NodeJS.Timeout | undefined
        const settle = () => {
          clearTimeout(quiet)
          quiet = setTimeout(() => {
            if (stream.firstEventBytes === 0 && !isRead) stream.firstEventBytes = stream.bytes
            resolve()
          }, 500)
        }
        let text = ''
        reply
          .on('error', () => undefined)
          .on('data', (part: Buffer) => {
            stream.bytes += part.length
            if (stream.firstEventBytes === 0) settle()
            if (!isRead) return
            text += part.toString('utf8')
            const events = text.split('\n\n')
            text = events.pop() ?? ''
            for (const event of events) if (event.startsWith('data: ')) tell(JSON.parse(event.slice(6)))
          })
      })
      const tell = (event: z.infer<typeof BlockEvent>) => event.kind === 'niche' && onChange(event.niche.nicheID)
      sent.on('error', (error: { code?: string }) => {
        refused.push(error.code ?? 'error')
        resolve()
      })
      sent.end()
      requests.push(sent)
    })

  /** The maps open as a crowd does it: many at once, but not all in the same millisecond. */
  const atOnce = 100
  for (let from = 0; from < count; from += atOnce)
    await Promise.all(Array.from({ length: Math.min(atOnce, count - from) }, (_, each) => open(from + each)))
  const compressed = streams.filter(({ firstEventBytes }) => firstEventBytes > 0)
  return {
    opened: streams.length,
    read,
    refused,
    firstEventBytes: compressed[0]?.firstEventBytes ?? Number.NaN,
    bytesEach: () => compressed.reduce((sum, { bytes }) => sum + bytes, 0) / compressed.length,
    close: () => {
      for (const each of requests) each.destroy()
    },
  }
}
