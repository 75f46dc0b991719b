import { expect, test } from 'vitest'
import { roles } from '../roles.ts'
import { rightStateNames } from './right.ts'
import { rightEvents, rightStateAfter } from './transitions.ts'

/** What only staff note, and leaves the state as it is. */
const byStaff = ['addHolder', 'removeHolder', 'claim', 'consent', 'endClaim', 'passOn']
/** A holder does these too. */
const byHolders = ['object', 'addContact', 'changeContact', 'removeContact']
/** What is asked about an urn, which may still be with the house once its right is surrendered, and who is asked. */
const asking = ['correctHolder', 'askHolders', 'endAsking']
const answering = ['agree', 'disagree']
const inState = (events: readonly string[], state: string) => Object.fromEntries(events.map((event) => [event, state]))
const aboutUrns = (state: string) => inState([...asking, ...answering], state)
const noted = (state: string) => ({
  ...inState([...byStaff, ...byHolders, 'endObjection', 'acceptContact', 'declineContact'], state),
  ...aboutUrns(state),
})
/** An extension is paid, and perhaps refunded. */
const paid = (state: string) => ({ extend: 'living', retract: state })
const afterEnd = { recordStep: 'ended', askToTalk: 'ended', recordAnswer: 'ended', clear: 'ended' }
const expected: Record<string, Record<string, string>> = {
  'none, not over': { grant: 'living' },
  'none, over': { grant: 'living' },
  'living, not over': { begin: 'living', surrender: 'surrendered', ...paid('living'), ...noted('living') },
  'living, over': { end: 'ended', surrender: 'surrendered', ...paid('living'), ...noted('living') },
  'ended, not over': { surrender: 'surrendered', ...afterEnd, ...paid('ended'), ...noted('ended') },
  'ended, over': { surrender: 'surrendered', ...afterEnd, ...paid('ended'), ...noted('ended') },
  'surrendered, not over': { restore: 'living', retract: 'surrendered', ...aboutUrns('surrendered') },
  'surrendered, over': { restore: 'ended', retract: 'surrendered', ...aboutUrns('surrendered') },
}

const states = (['none', ...rightStateNames] as const).flatMap((status) => [
  { status, over: false, cleared: false },
  { status, over: true, cleared: false },
  { status, over: true, cleared: true },
])

test.each(states)(
  'what may happen to a right that is $status and over: $over and cleared: $cleared, and who may cause it',
  (state) => {
    const allowed = expected[`${state.status}, ${state.over ? 'over' : 'not over'}`] ?? {}
    const isWaiting = (state.status === 'living' && state.over) || (state.status === 'ended' && !state.cleared)
    const isStaff = (by: string) => by === 'staff' || by === 'admin'
    /**
     * Only time ends a right, only staff change who holds it, holders object and name contacts too, and after its end nobody frees its niche
     * before it is cleared. Contacts answer by a link without an account, or staff record that they have signed.
     */
    const mayNot = (event: string, by: string) =>
      (event === 'end' && by !== 'system') ||
      ([...byStaff, ...asking].includes(event) && !isStaff(by)) ||
      (event === 'endObjection' && !isStaff(by) && by !== 'witness') ||
      (answering.includes(event) && by === 'witness') ||
      (byHolders.includes(event) && (by === 'witness' || by === 'system')) ||
      (event === 'acceptContact' && by !== 'system' && !isStaff(by)) ||
      (event === 'declineContact' && by !== 'system') ||
      (event === 'surrender' && isWaiting && by !== 'system') ||
      (event === 'recordStep' && (by !== 'staff' || state.cleared)) ||
      (event === 'askToTalk' && by !== 'user' && by !== 'staff') ||
      (event === 'recordAnswer' && by !== 'staff') ||
      (event === 'clear' && (!isStaff(by) || state.cleared))
    for (const event of rightEvents)
      for (const by of [...roles, 'system'] as const)
        expect([event, by, rightStateAfter(state, event, by)]).toEqual([
          event,
          by,
          mayNot(event, by) ? undefined : allowed[event],
        ])
  },
)
