import { expect, test } from 'vitest'
import type { RegisterEvent } from '#contract/registers/api.ts'
import { createEventReader } from './use-register-import.ts'

test('events that arrive in pieces are reported once, when they are complete; heartbeats are not', () => {
  const events: RegisterEvent[] = []
  const read = createEventReader((event) => events.push(event))
  const all = 'data: {"progress":0.5}\n\n: still here\n\ndata: {"failure":"Two\\n\\nlines"}\n\n'
  for (const length of [10, 24, 30, all.length, all.length]) read(all.slice(0, length))
  expect(events).toEqual([{ progress: 0.5 }, { failure: 'Two\n\nlines' }])
})
