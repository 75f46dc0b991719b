import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { AppError } from './errors.ts'
import { createSlots, limitPerPerson, longestWait } from './slots.ts'

const refusal = () => new AppError('SEARCHES_BUSY')

/** Work that ends when the test says so. */
function createWork(name: string, begun: string[]) {
  let end = () => {}
  const ended = new Promise<string>((resolve) => {
    end = () => resolve(name)
  })
  const work = () => {
    begun.push(name)
    return ended
  }
  return { work, end }
}

test('work beyond the slots waits in order of arrival, and beyond the queue it is refused', async () => {
  const inSlot = createSlots(1, { mostWaiting: 2, refusal })
  const begun: string[] = []
  const all = ['a', 'b', 'c', 'd'].map((name) => createWork(name, begun))
  const answers = all.map(({ work }) => inSlot(work))
  await expect(answers[3]).rejects.toThrow(AppError)
  for (const [number, { end }] of all.slice(0, 3).entries()) {
    expect(begun).toEqual(['a', 'b', 'c'].slice(0, number + 1))
    end()
    await answers[number]
    await setImmediate()
  }
})

test('work whose caller leaves while it waits is never begun, and its place in the queue is free', async () => {
  const inSlot = createSlots(1, { mostWaiting: 1, refusal })
  const begun: string[] = []
  const [first, second, third] = [createWork('first', begun), createWork('second', begun), createWork('third', begun)]
  const leaving = new AbortController()
  const running = inSlot(first.work)
  const left = inSlot(second.work, { left: leaving.signal })
  leaving.abort(new AppError('CLIENT_LEFT'))
  await expect(left).rejects.toMatchObject({ code: 'CLIENT_LEFT' })
  const waiting = inSlot(third.work)
  first.end()
  third.end()
  expect(await Promise.all([running, waiting])).toEqual(['first', 'third'])
  expect(begun).toEqual(['first', 'third'])
  await expect(inSlot(second.work, { left: leaving.signal })).rejects.toMatchObject({ code: 'CLIENT_LEFT' })
})

test('work that has waited for too long is refused and never begun, and its place in the queue is free', async () => {
  const usual = longestWait.ms
  const inSlot = createSlots(1, { mostWaiting: 1, refusal })
  const begun: string[] = []
  const [first, second, third] = [createWork('first', begun), createWork('second', begun), createWork('third', begun)]
  const running = inSlot(first.work)
  longestWait.ms = 20
  await expect(inSlot(second.work)).rejects.toMatchObject({ code: 'SEARCHES_BUSY', status: 503 })
  longestWait.ms = usual
  const waiting = inSlot(third.work)
  first.end()
  third.end()
  expect(await Promise.all([running, waiting])).toEqual(['first', 'third'])
  expect(begun).toEqual(['first', 'third'])
})

test('the wait counts from the beginning of the call, and a caller whose call began long ago still gets a free slot', async () => {
  const inSlot = createSlots(1, { mostWaiting: 1, refusal })
  const begun: string[] = []
  const [first, second] = [createWork('first', begun), createWork('second', begun)]
  const beganAt = performance.now() - longestWait.ms
  const running = inSlot(first.work, { beganAt })
  await expect(inSlot(second.work, { beganAt })).rejects.toMatchObject({ code: 'SEARCHES_BUSY' })
  first.end()
  expect([await running, begun]).toEqual(['first', ['first']])
})

test('a person beyond the limit is refused, other people are not', () => {
  const open = limitPerPerson(2, refusal)
  open('one')
  open('one')
  expect(() => open('one')).toThrow(AppError)
  expect(() => open('two')).not.toThrow()
})

test('a place that was given back can be taken again', () => {
  const open = limitPerPerson(1, refusal)
  const close = open('one')
  close()
  expect(() => open('one')).not.toThrow()
  expect(() => open('one')).toThrow(AppError)
})
