import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { createMailTransport } from './transport.ts'

/** What a mail server does once it has a letter. */
type Ending = (socket: Socket) => unknown

const accept: Ending = (socket) => socket.write('250 accepted\r\n')

/** A mail server that ends each letter in the next of these ways, and counts the letters that it has. */
async function startServer(endings: Ending[]) {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let isLetter = false
    socket.on('error', () => undefined).write('220 ready\r\n')
    createInterface(socket).on('line', (line) => {
      if (!socket.writable || (isLetter && line !== '.')) return
      if (isLetter) (endings[letters++] ?? accept)(socket)
      else if (line === 'QUIT') socket.end('221 bye\r\n')
      else socket.write(line === 'DATA' ? '354 go on\r\n' : '250 yes\r\n')
      isLetter = line === 'DATA'
    })
  })
  let letters = 0
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, received: () => letters, close: () => server.close() }
}

const letter = { messageID: '<1@columba.example>', to: 'mei@example.com', subject: 'A', text: 'B', html: '<p>B</p>' }

/** The transport keeps connections open, and could ask again by itself. A letter is only repeated by the outbox, after a pause. */
test.each<[string, Ending, 'sent' | 'failed']>([
  ['closes the connection', (socket) => socket.end(), 'failed'],
  ['resets the connection', (socket) => socket.resetAndDestroy(), 'failed'],
  ['closes the connection after half of its answer', (socket) => socket.end('250'), 'failed'],
  ['says that it shuts down', (socket) => socket.end('421 later\r\n'), 'failed'],
  ['says something that is no answer', (socket) => socket.write('hello\r\n'), 'failed'],
  ['accepts it and closes the connection', (socket) => socket.end('250 accepted\r\n'), 'sent'],
  ['accepts it and says that it shuts down', (socket) => socket.end('250 accepted\r\n421 later\r\n'), 'sent'],
])('a letter is not sent again by the transport if the mail server %s', async (_what, ending, outcome) => {
  const server = await startServer([accept, ending, accept, ending])
  const transport = createMailTransport({ smtpUrl: server.url, mailFrom: 'care@columba.example' })
  const send = () =>
    transport.send(letter).then(
      () => 'sent',
      () => 'failed',
    )
  /** Letters are sent on a connection that has sent one before, and after it was lost. */
  const outcomes = [await send(), await send(), await send(), await send(), await send()]
  expect([outcomes, server.received()]).toEqual([['sent', outcome, 'sent', outcome, 'sent'], 5])
  transport.close()
  server.close()
})
