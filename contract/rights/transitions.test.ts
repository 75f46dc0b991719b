import { expect, test } from 'vitest'
import { roles } from '../roles.ts'
import { rightStateNames } from './right.ts'
import { rightEvents, rightStateAfter } from './transitions.ts'

/** What only staff note, and leaves the state as it is. */
const byStaff = ['correct', 'claim', 'consent', 'passOn']
/** A holder does these too. */
const byHolders = ['object', 'addContact', 'changeContact', 'removeContact']
/** What may still be open once a right is surrendered: a claim, an objection, or what is asked about an urn, and who is asked. */
const changing = ['addHolder', 'correctHolder', 'removeHolder']
const asking = [...changing, 'noteDeath', 'retractDeath', 'askHolders', 'endAsking', 'endClaim']
const answering = ['agree', 'disagree']
const objection = ['endObjection']
const inState = (events: readonly string[], state: string) => Object.fromEntries(events.map((event) => [event, state]))
const stillOpen = (state: string) => inState([...asking, ...answering, ...objection], state)
const noted = (state: string) => ({
  ...inState([...byStaff, ...byHolders, 'acceptContact', 'declineContact'], state),
  ...stillOpen(state),
})
/** An extension is paid, and perhaps refunded. */
const paid = (state: string) => ({ extend: 'living', retract: state })
const afterEnd = {
  correctEnd: 'living',
  recordStep: 'ended',
  askToTalk: 'ended',
  recordAnswer: 'ended',
  clear: 'ended',
}
const expected: Record<string, Record<string, string>> = {
  'none, not over': { grant: 'living' },
  'none, over': { grant: 'living' },
  'living, not over': { begin: 'living', surrender: 'surrendered', ...paid('living'), ...noted('living') },
  'living, over': { end: 'ended', surrender: 'surrendered', ...paid('living'), ...noted('living') },
  'ended, not over': { surrender: 'surrendered', ...afterEnd, ...paid('ended'), ...noted('ended') },
  'ended, over': { surrender: 'surrendered', ...afterEnd, ...paid('ended'), ...noted('ended') },
  'surrendered, not over': { restore: 'living', retract: 'surrendered', ...stillOpen('surrendered') },
  'surrendered, over': { restore: 'ended', retract: 'surrendered', ...stillOpen('surrendered') },
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
      (event === 'correctEnd' && !isStaff(by)) ||
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
