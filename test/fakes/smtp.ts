import type { AddressInfo, Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

type AfterAccepting = 'answer' | 'hang up' | 'answer and hang up'

interface AcceptedLetter {
  to: string[]
  raw: string
  at: number
  /** The port from which the sender called. */
  port: number
  /** The number of bytes that the sender had been sent when this letter was answered, its answer included. */
  answeredBy: number
}

export interface FakeSMTP {
  url: string
  /** The accepted letters, as they were received, in order. */
  accepted: AcceptedLetter[]
  /** Every recipient is refused for the moment from now on, or accepted again. */
  refuseAll: (isRefusing: boolean) => void
  /** The server accepts connections and recipients from now on and says nothing, or says all that it owes. */
  hang: (isHanging: boolean) => void
  /** The time that the server takes from now on until it answers that it has accepted a letter. */
  think: (ms: number) => void
  /** The server does this from now on with a letter that it has accepted. */
  afterAccepting: (what: AfterAccepting) => void
  close: () => Promise<void>
}

/** These recipients are refused, temporarily or permanently; all others are accepted. */
export const temporarilyRejected = 'later@refused.example'
export const permanentlyRejected = 'never@refused.example'

/** A local mail server that keeps the letters it accepts. */
export async function startSMTP(): Promise<FakeSMTP> {
  const accepted: FakeSMTP['accepted'] = []
  const sockets = new Map<number, Socket>()
  let isRefusing = false
  /** The answers that it owes while it hangs. */
  let owed: (() => void)[] | undefined
  let thinkingMs = 0
  let next: AfterAccepting = 'answer'
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onConnect: (_session, answer) => void (owed ? owed.push(answer) : answer()),
    onRcptTo: ({ address }, _session, answer) => {
      if (owed) return void owed.push(answer)
      if (isRefusing || address === temporarilyRejected)
        return answer(Object.assign(new Error('Try again later'), { responseCode: 451 }))
      if (address === permanentlyRejected)
        return answer(Object.assign(new Error('No such mailbox'), { responseCode: 550 }))
      return answer()
    },
    onData: (stream, { envelope, remotePort: port = 0 }, answer) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        const to = envelope.rcptTo.map(({ address }) => address)
        const raw = Buffer.concat(parts).toString('utf8')
        const letter = { to, raw, at: Date.now(), port, answeredBy: Number.POSITIVE_INFINITY }
        accepted.push(letter)
        await setTimeout(thinkingMs)
        const socket = sockets.get(port)
        if (next === 'hang up') return socket?.destroy()
        answer()
        if (socket && !socket.destroyed) letter.answeredBy = socket.bytesWritten
        if (next === 'answer and hang up') socket?.resetAndDestroy()
      })
    },
  })
  /** A sender that hangs up. */
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => sockets.set(socket.remotePort ?? 0, socket))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    refuseAll: (now) => {
      isRefusing = now
    },
    hang: (isHanging) => {
      const late = owed ?? []
      owed = isHanging ? late : undefined
      if (!isHanging) for (const say of late) say()
    },
    think: (ms) => {
      thinkingMs = ms
    },
    afterAccepting: (what) => {
      next = what
    },
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}
