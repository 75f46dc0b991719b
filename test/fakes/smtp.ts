import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

export interface FakeSMTP {
  url: string
  /** The accepted letters, as they were received, in order. */
  accepted: { to: string[]; raw: string }[]
  /** From now on every recipient is refused for the moment, or accepted again. */
  refuseAll: (isRefusing: boolean) => void
  close: () => Promise<void>
}

/** These recipients are refused, temporarily or permanently; all others are accepted. */
export const temporarilyRejected = 'later@refused.example'
export const permanentlyRejected = 'never@refused.example'

/** A local mail server that keeps the letters it accepts, after some milliseconds each. */
export async function startSMTP({ delay = 0 } = {}): Promise<FakeSMTP> {
  const accepted: FakeSMTP['accepted'] = []
  let isRefusing = false
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: ({ address }, _session, answer) => {
      if (isRefusing || address === temporarilyRejected)
        return answer(Object.assign(new Error('Try again later'), { responseCode: 451 }))
      if (address === permanentlyRejected)
        return answer(Object.assign(new Error('No such mailbox'), { responseCode: 550 }))
      return answer()
    },
    onData: (stream, { envelope }, answer) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        accepted.push({ to: envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(parts).toString('utf8') })
        await setTimeout(delay)
        answer()
      })
    },
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    refuseAll: (now) => {
      isRefusing = now
    },
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}
