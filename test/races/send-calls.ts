import type { App } from '#server/http/serve.ts'

export interface Call {
  cookie: string
  url: string
  body: object
}

/** Sends the calls one after the other; returns the status of each answer. */
export async function sendCalls(app: App, calls: readonly Call[]): Promise<number[]> {
  const statuses: number[] = []
  for (const { cookie, url, body } of calls) {
    const { statusCode } = await app.inject({ method: 'POST', url, headers: { cookie }, payload: body })
    statuses.push(statusCode)
  }
  return statuses
}
