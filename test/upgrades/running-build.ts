import { setTimeout as sleep } from 'node:timers/promises'
import type { InjectOptions } from 'fastify'
import type { CallTarget } from '../caller.ts'
import type { buildProgram } from '../child-process.ts'

type TestProgram = Awaited<ReturnType<typeof buildProgram>>

/** A build that serves in a process of its own. */
interface RunningBuild extends CallTarget {
  /** The lines that it logged. */
  log: () => string[]
  /** Resolves to its exit code. */
  stop: () => Promise<number | string>
}

export async function startBuild({ run }: Pick<TestProgram, 'run'>, environment: Record<string, string>) {
  const program = run(environment)
  await program.waitForOutput('Columba is ready')
  const origin = /ready at (\S+)/.exec(program.stdout())?.[1] ?? ''
  const running: RunningBuild = {
    ...connectTo(origin),
    log: () =>
      `${program.stdout()}\n${program.stderr()}`.split('\n').filter((line) => !/^$|^Columba is ready/.test(line)),
    stop: () => {
      program.child.kill('SIGTERM')
      return program.ended
    },
  }
  return running
}

/** On a slow machine a build may be too busy, and then has done nothing. So the call is sent again, as pages do with certificates. */
const connectTo = (origin: string): CallTarget => ({
  inject: async (request) => {
    for (;;) {
      const answer = await send(origin, request)
      if (answer.statusCode !== 503 || !/"(LOGINS|UPLOADS)_BUSY"/.test(answer.body)) return answer
      await sleep(1000)
    }
  },
})

const send = async (origin: string, { method = 'GET', url, headers, payload }: InjectOptions) => {
  const isJson = payload !== undefined && !Buffer.isBuffer(payload)
  const answer = await fetch(new URL(String(url), origin), {
    method,
    headers: { ...(headers as Record<string, string>), ...(isJson && { 'content-type': 'application/json' }) },
    body: isJson ? JSON.stringify(payload) : payload === undefined ? null : new Uint8Array(payload),
  })
  const body = await answer.text()
  return {
    statusCode: answer.status,
    headers: { ...Object.fromEntries(answer.headers), 'set-cookie': answer.headers.getSetCookie() },
    body,
    json: () => JSON.parse(body),
  }
}
