import type { Logger } from 'pino'
import { expect, test, vi } from 'vitest'
import { prepareTestApp } from '#test/test-app.ts'
import { inTransaction } from './context.ts'

const testApp = prepareTestApp()

/** Queues its name for the end of the transaction and for after it, the second inside another transaction. */
async function runNested(done: string[], end: () => void) {
  const queue = ({ beforeCommit, afterCommit }: typeof testApp.context, name: string) => {
    beforeCommit(async () => void done.push(`${name} at the end`))
    afterCommit(async () => void done.push(`${name} after the commit`))
  }
  await inTransaction(testApp.context, async (context) => {
    queue(context, 'outer')
    await inTransaction(context, async (context) => queue(context, 'inner'))
    done.push('inner is over')
    end()
  })
}

test('what a transaction inside another has queued runs at the end of the outer one and after its commit', async () => {
  const done: string[] = []
  await runNested(done, () => undefined)
  expect(done).toEqual([
    'inner is over',
    ...['outer at the end', 'inner at the end'],
    ...['outer after the commit', 'inner after the commit'],
  ])
})

test('what a transaction inside another has queued is dropped if the outer one fails', async () => {
  const done: string[] = []
  const failing = runNested(done, () => {
    throw new Error('The outer transaction fails')
  })
  await expect(failing).rejects.toThrow('The outer transaction fails')
  expect(done).toEqual(['inner is over'])
})

test('a notification that fails after the commit is logged, and the call and its other notifications succeed', async () => {
  const error = vi.fn()
  const done: string[] = []
  const log = { error } as unknown as Logger
  await inTransaction({ ...testApp.context, log }, async ({ afterCommit }) => {
    afterCommit(() => Promise.reject(new Error('The database is away')))
    afterCommit(async () => void done.push('next'))
  })
  expect(done).toEqual(['next'])
  expect(error).toHaveBeenCalledOnce()
})
