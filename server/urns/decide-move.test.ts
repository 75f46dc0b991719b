import { expect, test } from 'vitest'
import type { ConfirmForm } from '#contract/urns/confirmation.ts'
import { type Decision, decideCheck, decideConfirmation } from './decide-move.ts'
import type { MoveFacts } from './move-facts.ts'

const now = new Date('2026-03-14T02:00:00Z')
const inTime = new Date('2026-03-14T02:00:00.001Z')
const niche = { nicheID: 'own', nicheCode: 'TH-1A-03-05' }
const release = {
  releasedTo: 'Tan Ah Kow',
  identityKind: 'NRIC',
  identityEnding: '567A',
  authority: 'holder',
  document: 'Booking confirmation',
} as const
const withoutDocuments = { ...release, authority: 'documentsLost' } as const
const sizes = { urn: { widthMm: 300, heightMm: 250 }, opening: { widthMm: 280, heightMm: 300 } }

/** An urn with the columns that decide. */
const urnAt = (whereabouts: 'counter' | 'niche' | 'listed', nicheID: string | null = null, bookingType = 'Current') =>
  ({
    location: { whereabouts, nicheID, nicheCode: 'TH-1A-09-09', shelf: '', position: 1 },
    nicheCode: niche.nicheCode,
    booking: { nicheID: 'own', bookingStatus: 'Confirmed', bookingType },
    beneficiary: { beneficiaryName: 'Tan Mei Ling ' },
  }) as MoveFacts['urn']
const attempt = (changes: Partial<NonNullable<MoveFacts['open']>> = {}) =>
  ({
    attemptID: 'first',
    tag: 'U-22222222',
    nicheID: 'own',
    event: 'place',
    outcome: 'open',
    mismatch: null,
    details: {},
    expiresAt: inTime,
    firstByID: 'colleague',
    secondByID: null,
    firstBy: 'Kavitha Nair',
    ...changes,
  }) as NonNullable<MoveFacts['open']>
const ownFirst = attempt({ firstByID: 'me' })
const overdue = attempt({ expiresAt: now })

/** The documents were reported lost, and the urn can be released from then on. */
const lossUntil = (from: string, toPost = 0) => ({ releasableFrom: new Date(from), toPost }) as MoveFacts['loss']

const factsFrom = (changes: Partial<MoveFacts>): MoveFacts => ({
  now,
  actorID: 'me',
  isWitness: false,
  urn: urnAt('counter'),
  identifiers: { birth: '1940-02-29', death: '', nric: '456A' },
  niche,
  repeated: undefined,
  open: undefined,
  pair: undefined,
  isFactorFresh: true,
  rightWaits: undefined,
  tooLarge: null,
  loss: undefined,
  blocked: undefined,
  ...changes,
})
const formFrom = (changes: Partial<ConfirmForm>): ConfirmForm => ({
  requestID: 'request',
  event: 'place',
  tag: 'U-22222222',
  nicheCode: niche.nicheCode,
  name: 'Tan Mei Ling',
  identifier: 'nric',
  value: '456A',
  ...changes,
})

/** For example `refuse REQUEST_USED`, `stop name`, or `begin, expires the open attempt`. */
function summarise(decision: Decision): string {
  const what = 'kind' in decision ? decision.kind : 'error' in decision ? decision.error.code : ''
  const fields = 'error' in decision ? Object.keys(decision.error.details.errors ?? {}).join() : ''
  const state = decision.do === 'replay' ? decision.answer.state : ''
  const expires = 'expires' in decision && decision.expires ? ', expires the open attempt' : ''
  return [decision.do, what, fields, state].filter(Boolean).join(' ') + expires
}

type Row = [situation: string, facts: Partial<MoveFacts>, form: Partial<ConfirmForm>, answer: string]

/** The answer comes second, for the title. */
const toRow = ([situation, facts, form, answer]: Row) => [situation, answer, facts, form] as const

const scans: Row[] = [
  ['no niche has the code', { niche: undefined }, {}, 'refuse INVALID nicheCode'],
  ['another niche was entered', { niche: { ...niche, nicheID: 'other' } }, {}, 'stop niche'],
  [
    'another niche was entered, an attempt is overdue',
    { niche: { ...niche, nicheID: 'other' }, open: overdue },
    {},
    'stop niche',
  ],
  [
    'another niche was entered, another move waits',
    { niche: { ...niche, nicheID: 'other' }, open: ownFirst },
    { event: 'release' },
    'stop niche',
  ],
  ['another move waits', { open: attempt() }, { event: 'release', release }, 'refuse URN_OTHER_MOVE'],
  ['the urn is in its niche already', { urn: urnAt('niche', 'own') }, {}, 'refuse URN_NOT_MOVABLE'],
  ['the booking is archived', { urn: urnAt('counter', null, 'Archived') }, {}, 'refuse URN_NOT_MOVABLE'],
  [
    'it is taken out of the niche of its booking, and is in another',
    { urn: urnAt('niche', 'other') },
    { event: 'takeOut' },
    'stop niche',
  ],
]

const checks: Row[] = [
  ['nobody has confirmed yet', {}, {}, 'show'],
  ['somebody has confirmed', { open: attempt() }, {}, 'show'],
  ['a witness is the first', { isWitness: true }, {}, 'refuse WITNESS_ONLY_SECOND'],
  ['a witness comes after the time is over', { isWitness: true, open: overdue }, {}, 'refuse WITNESS_ONLY_SECOND'],
  [
    'a witness is the first, at another niche',
    { isWitness: true, niche: { ...niche, nicheID: 'other' } },
    {},
    'refuse WITNESS_ONLY_SECOND',
  ],
  ['a witness is the second', { isWitness: true, open: attempt() }, {}, 'show'],
  ['one of the two invited the other', { open: attempt(), pair: 'related' }, {}, 'refuse SECOND_PAIR_RELATED'],
  ['the first person was suspended', { open: attempt(), pair: 'firstGone' }, {}, 'refuse URN_ATTEMPT_ENDED'],
  ['the second person was demoted', { open: attempt(), pair: 'secondGone' }, {}, 'refuse WRONG_ROLE'],
  ['an attempt is overdue', { open: overdue }, {}, 'show, expires the open attempt'],
  ['an attempt of another move is overdue', { open: overdue }, { event: 'release' }, 'show, expires the open attempt'],
  ['nothing to compare is recorded', { identifiers: { cremation: '' } }, {}, 'refuse URN_NOT_IDENTIFIABLE'],
  [
    'nothing to compare is recorded and the niche is empty',
    { urn: urnAt('listed', 'own'), identifiers: { cremation: '' } },
    { event: 'disprove' },
    'show',
  ],
  [
    'nothing to compare is recorded and the urn is in its niche',
    { urn: urnAt('listed', 'own'), identifiers: { cremation: '' } },
    { event: 'see' },
    'show',
  ],
  ['nobody has seen the urn yet', { urn: urnAt('listed', 'own') }, { event: 'takeOut' }, 'refuse URN_NOT_SEEN'],
  [
    'the right has ended',
    { urn: urnAt('niche', 'own'), rightWaits: 'RIGHT_WAITS' },
    { event: 'takeOut' },
    'refuse RIGHT_WAITS',
  ],
  ['the request was a confirmation', { repeated: ownFirst }, {}, 'refuse REQUEST_USED'],
  [
    'the request was a mismatch',
    { repeated: attempt({ mismatch: 'niche' }), niche: undefined },
    {},
    'refuse URN_MISMATCH',
  ],
]
test.each([...scans, ...checks].map(toRow))('checking a move, if %s: %s', (_, answer, facts, form) => {
  expect(summarise(decideCheck(formFrom(form), factsFrom(facts)))).toBe(answer)
})

const listed = {
  urn: urnAt('listed', 'own'),
  identifiers: { cremation: '' },
  open: attempt({ event: 'disprove' }),
}
const seen = { urn: urnAt('niche', 'own') }
const unread = { name: undefined, identifier: undefined, value: undefined }
const isFirst = (outcome: 'open' | 'done' | 'expired', changes = {}) =>
  attempt({ firstByID: 'me', outcome, ...changes })
const confirmations: Row[] = [
  ['nobody has confirmed yet', {}, {}, 'begin'],
  ['an attempt is overdue', { open: overdue }, {}, 'begin, expires the open attempt'],
  [
    'an attempt of another move is overdue',
    { open: overdue },
    { event: 'release', release },
    'begin, expires the open attempt',
  ],
  ['a colleague has confirmed', { open: attempt() }, {}, 'complete'],
  ['a colleague has confirmed, and was seen', { open: attempt() }, { attemptID: 'first' }, 'complete'],
  [
    'it is taken out of the niche in which it is',
    { urn: urnAt('niche', 'other'), niche: { ...niche, nicheID: 'other' } },
    { event: 'takeOut' },
    'begin',
  ],

  ['a witness is the first', { isWitness: true }, {}, 'refuse WITNESS_ONLY_SECOND'],
  ['one of the two invited the other', { open: attempt(), pair: 'related' }, {}, 'refuse SECOND_PAIR_RELATED'],
  ['the first person was suspended', { open: attempt(), pair: 'firstGone' }, {}, 'refuse URN_ATTEMPT_ENDED'],
  ['the second person was demoted', { open: attempt(), pair: 'secondGone' }, {}, 'refuse WRONG_ROLE'],
  [
    'the second factor of the second person is old, and the value is wrong',
    { open: attempt(), isFactorFresh: false },
    { value: '999Z' },
    'refuse SECOND_FACTOR_AGAIN',
  ],
  ['the second factor of the first person is old', { isFactorFresh: false }, {}, 'begin'],
  ['the same person has confirmed', { open: ownFirst }, {}, 'refuse URN_SAME_PERSON'],
  [
    'the same person has confirmed, and the value is wrong',
    { open: ownFirst },
    { value: '999Z' },
    'refuse URN_SAME_PERSON',
  ],
  [
    'the same person has confirmed, and it is overdue',
    { open: { ...overdue, firstByID: 'me' } },
    {},
    'begin, expires the open attempt',
  ],
  ['the attempt that was seen has ended', {}, { attemptID: 'first' }, 'refuse URN_ATTEMPT_ENDED'],
  ['the attempt that was seen is overdue', { open: overdue }, { attemptID: 'first' }, 'refuse URN_ATTEMPT_ENDED'],
  ['another attempt was seen', { open: attempt() }, { attemptID: 'other' }, 'refuse URN_ATTEMPT_ENDED'],
  [
    'what the first entered was not seen',
    { open: attempt({ details: { reason: 'It fits.' } }) },
    {},
    'refuse URN_ATTEMPT_BEGUN',
  ],

  ['the name is wrong', {}, { name: 'Goh Bee Choo' }, 'stop name'],
  ['the value is wrong', {}, { value: '999Z' }, 'stop identifier'],
  ['the value is not recorded', {}, { identifier: 'death', value: '2026-01-31' }, 'stop identifier'],
  ['the value is wrong for the second person', { open: attempt() }, { value: '999Z' }, 'stop identifier'],
  [
    'the value is wrong and an attempt is overdue',
    { open: overdue },
    { value: '999Z' },
    'stop identifier, expires the open attempt',
  ],

  ['the urn is too large', { tooLarge: sizes }, {}, 'refuse INVALID reason'],
  ['the urn is too large, with a reason', { tooLarge: sizes }, { reason: 'It fits.' }, 'begin'],
  [
    'the urn is too large, and the first has given a reason',
    { tooLarge: sizes, open: attempt({ details: { reason: 'It fits.' } }) },
    { attemptID: 'first' },
    'complete',
  ],
  ['the niche is empty', { ...listed, open: undefined }, { event: 'disprove', ...unread }, 'begin'],
  ['a colleague has seen that the niche is empty', listed, { event: 'disprove', ...unread }, 'complete'],
  ['the listed urn is there', { ...listed, open: undefined }, { event: 'see', ...unread }, 'begin'],
  [
    'a colleague has seen the listed urn',
    { ...listed, open: attempt({ event: 'see' }) },
    { event: 'see', ...unread },
    'complete',
  ],
  ['nobody has seen the urn yet', { urn: urnAt('listed', 'own') }, { event: 'takeOut' }, 'refuse URN_NOT_SEEN'],
  ['the urn was seen before', seen, { event: 'see', ...unread }, 'refuse URN_NOT_MOVABLE'],
  ['the niche of an urn that was seen is said to be empty', seen, { event: 'disprove' }, 'refuse URN_NOT_MOVABLE'],
  ['nobody collects the urn', {}, { event: 'release' }, 'refuse INVALID release'],
  ['somebody collects the urn', {}, { event: 'release', release }, 'begin'],
  [
    'documents are lost and nobody has reported it',
    {},
    { event: 'release', release: withoutDocuments },
    'refuse INVALID authority',
  ],
  [
    'documents were lost less than seven days ago',
    { loss: lossUntil('2026-03-14T02:00:00.001Z') },
    { event: 'release', release },
    'refuse INVALID authority',
  ],
  [
    'documents were lost seven days ago',
    { loss: lossUntil('2026-03-14T02:00:00Z') },
    { event: 'release', release: withoutDocuments },
    'begin',
  ],
  [
    'documents were lost seven days ago, but a letter about it is still to be posted',
    { loss: lossUntil('2026-03-14T02:00:00Z', 1) },
    { event: 'release', release: withoutDocuments },
    'refuse INVALID authority',
  ],

  [
    'the request is the first confirmation, which waits',
    { repeated: isFirst('open'), urn: urnAt('niche', 'own') },
    {},
    'replay waiting',
  ],
  [
    'the request is the first confirmation, which is overdue',
    { repeated: isFirst('open', { expiresAt: now }) },
    {},
    'refuse URN_ATTEMPT_ENDED',
  ],
  [
    'the request is the first confirmation, which has expired',
    { repeated: isFirst('expired') },
    {},
    'refuse URN_ATTEMPT_ENDED',
  ],
  [
    'the request is the first confirmation of a move that is done',
    { repeated: isFirst('done', { expiresAt: now }) },
    {},
    'replay done',
  ],
  [
    'the request is the second confirmation',
    { repeated: attempt({ outcome: 'done', secondByID: 'me' }) },
    {},
    'replay done',
  ],
  [
    'the request was a mismatch',
    { repeated: attempt({ mismatch: 'name', secondByID: 'me' }) },
    {},
    'refuse URN_MISMATCH',
  ],
  ['the request had another tag', { repeated: isFirst('open') }, { tag: 'U-33333333' }, 'refuse REQUEST_USED'],
  ['the request was another move', { repeated: isFirst('open') }, { event: 'takeOut' }, 'refuse REQUEST_USED'],
  ['the request was at another niche', { repeated: isFirst('open', { nicheID: 'other' }) }, {}, 'refuse REQUEST_USED'],
  ['the request had another value', { repeated: isFirst('open') }, { value: '999Z' }, 'refuse REQUEST_USED'],
  [
    'the request had another collector',
    { repeated: isFirst('open', { event: 'release', details: { release } }) },
    { event: 'release', release: { ...release, releasedTo: 'Goh Bee Choo' } },
    'refuse REQUEST_USED',
  ],
  ['the request was sent by somebody else', { repeated: attempt({ mismatch: 'name' }) }, {}, 'refuse REQUEST_USED'],
]
test.each([...scans, ...confirmations].map(toRow))('confirming a move, if %s: %s', (_, answer, facts, form) => {
  expect(summarise(decideConfirmation(formFrom(form), factsFrom(facts)))).toBe(answer)
})

test('a second person who enters other details than the first completes the move with those of the first', () => {
  const facts = factsFrom({ open: attempt({ event: 'release', details: { release } }) })
  const form = formFrom({ event: 'release', attemptID: 'first', release: withoutDocuments })
  expect(decideConfirmation(form, facts)).toMatchObject({ do: 'complete', niche, details: { release } })
})

test('the first confirmation waits for 15 minutes', () => {
  const expiresAt = new Date('2026-03-14T02:15:00Z')
  expect(decideConfirmation(formFrom({}), factsFrom({}))).toMatchObject({
    niche,
    times: { firstAt: now, expiresAt },
    answer: { state: 'waiting', expiresAt },
  })
})
