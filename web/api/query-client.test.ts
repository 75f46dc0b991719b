import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { queryClient } from './query-client.ts'

const log = vi.spyOn(console, 'error')
beforeEach(() => log.mockReset().mockImplementation(() => undefined))
afterEach(() => queryClient.clear())

const logged = () => log.mock.calls.map(([words]) => words)
const failingCall = () => Promise.reject(new ApiError(500, 'UNEXPECTED', ''))

test('a load that fails for two components at once is logged once, under its name', async () => {
  const query = { queryKey: ['/api/dashboard/stats', {}], queryFn: failingCall, meta: { what: 'dashboard stats' } }
  const observers = [1, 2].map(() => new QueryObserver(queryClient, query))
  const stops = observers.map((observer) => observer.subscribe(() => undefined))
  await expect.poll(() => observers.map((observer) => observer.getCurrentResult().isError)).toEqual([true, true])
  for (const stop of stops) stop()
  expect(logged()).toEqual(['Failed to fetch dashboard stats'])
})

test('a load that keeps failing is logged once, and again only if it has succeeded in between', async () => {
  let isAway = true
  const queryFn = () => (isAway ? failingCall() : Promise.resolve('an answer'))
  const ask = () => queryClient.fetchQuery({ queryKey: ['/api/payment/mine', {}], queryFn, staleTime: 0 })
  await expect(ask()).rejects.toThrow()
  await expect(ask()).rejects.toThrow()
  expect(logged()).toEqual(['Failed to fetch /api/payment/mine'])
  isAway = false
  await ask()
  isAway = true
  await expect(ask()).rejects.toThrow()
  expect(logged()).toHaveLength(2)
})

test('a call that is tried three times is logged once, after the last attempt fails', async () => {
  vi.useFakeTimers()
  const queryFn = vi.fn(() => Promise.reject(new ApiError(503, 'DATABASE_AWAY', '')))
  const observer = new QueryObserver(queryClient, { queryKey: ['/api/niche/buildings', {}], queryFn })
  const stop = observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(10_000)
  stop()
  vi.useRealTimers()
  expect(queryFn).toHaveBeenCalledTimes(3)
  expect(logged()).toEqual(['Failed to fetch /api/niche/buildings'])
})

test('a load that is refused because nobody is signed in is not logged', async () => {
  const queryFn = () => Promise.reject(new ApiError(401, 'NOT_SIGNED_IN', ''))
  await expect(queryClient.fetchQuery({ queryKey: ['/api/demo/code', {}], queryFn })).rejects.toThrow()
  expect(logged()).toEqual([])
})

test('files that the server is too busy to inspect are sent again by themselves, and nothing else is', async () => {
  vi.useFakeTimers()
  const send = (mutationFn: () => Promise<string>) =>
    queryClient.getMutationCache().build(queryClient, { mutationFn }).execute(undefined)
  const busy = vi
    .fn(() => Promise.resolve('booked'))
    .mockRejectedValueOnce(new ApiError(503, 'UPLOADS_BUSY', ''))
    .mockRejectedValueOnce(new ApiError(503, 'UPLOADS_BUSY', ''))
  const away = vi.fn(() => Promise.reject(new ApiError(503, 'DATABASE_AWAY', '')))
  const results = Promise.allSettled([send(busy), send(away)])
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect([busy, away].map((call) => call.mock.calls.length)).toEqual([3, 1])
})
