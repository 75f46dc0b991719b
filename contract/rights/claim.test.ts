import { expect, test } from 'vitest'
import { adviceToAgree, claimForm, consentsTo, describeClaim, describeNext, isMinor } from './claim.ts'

test.each([
  ['2008-03-15', true],
  ['2008-03-14', false],
  ['2015-01-01', true],
  ['1950-01-01', false],
  [null, false],
])('somebody who was born on %s is under 18 on 14 March 2026: %s', (bornOn, expected) => {
  expect(isMinor(bornOn, '2026-03-14')).toBe(expected)
})

const claim = {
  number: 'R-1',
  kind: 'succession',
  holderIDs: [1],
  holderNames: ['Tan Ah Kow'],
  name: 'Tan Mei',
  nric: '',
  bornOn: '',
  guardian: '',
  address: '1 Hill Street',
  email: '',
  by: 'counter',
  papers: 'Death certificate and will',
} as const

test.each([
  ['everything that is needed', {}, undefined],
  ['nobody whom they follow', { holderIDs: [] }, 'holderIDs'],
  ['no papers', { papers: '' }, 'papers'],
  ['neither email address nor address', { address: '' }, 'address'],
  ['an email address only', { address: '', email: 'mei@test.example' }, undefined],
  ['a child without a guardian', { bornOn: '2015-01-01' }, 'guardian'],
  ['a child with a guardian', { bornOn: '2015-01-01', guardian: 'Lim Siew Lan' }, undefined],
  ['a birth that is to come', { bornOn: '2027-01-01' }, 'bornOn'],
])('a claim with %s is refused at %o: %s', (_, changes, field) => {
  const { error } = claimForm({ today: '2026-03-14' }).safeParse({ ...claim, ...changes })
  expect(error?.issues[0]?.path[0]).toBe(field)
})

test('a claim is described by what has happened and after whom', () => {
  const [kow, lian] = [{ name: 'Tan Ah Kow' }, { name: '' }]
  const wordsOf = (kind: 'succession' | 'transfer', leaving: { name: string }[]) =>
    describeClaim({ kind, name: 'Tan Mei', leaving })
  expect(wordsOf('succession', [kow])).toBe('Tan Mei asks to follow Tan Ah Kow, who has died, as holder of the right.')
  expect(wordsOf('succession', [kow, lian])).toBe(
    'Tan Mei asks to follow Tan Ah Kow and a holder, who have died, as holder of the right.',
  )
  expect(wordsOf('transfer', [kow])).toBe('Tan Mei asks to take over the right from Tan Ah Kow.')
})

test('while a transfer is open, holders read that each has to agree, and while only a succession is, that silence is enough', () => {
  const objectUntil = '2026-03-14'
  expect(describeNext({ kind: 'succession', objectUntil })).toMatch(/^The other holders can object until 14 Mar 2026/)
  expect(describeNext({ kind: 'transfer', objectUntil })).toMatch(/^Every holder has to agree, .* until 14 Mar 2026/)
  const [succession, transfer] = [{ kind: 'succession' }, { kind: 'transfer' }] as const
  expect(adviceToAgree([succession])).toContain('you need do nothing')
  for (const claims of [[transfer], [succession, transfer]])
    expect(adviceToAgree(claims)).toContain('please tell us at our counter or by letter')
})

test('a transfer needs the consent of whoever hands over and of each holder who stays, also for one who has died', () => {
  const kow = { holderID: 1, name: 'Tan Ah Kow', consent: null }
  const agreed = [{ holderID: 2, name: 'Tan Ah Lian', consent: 'Signed.' }]
  const transfer = { kind: 'transfer', state: 'asked', leaving: [kow], agreed } as const
  const holders = [
    { ...kow, death: null },
    { holderID: 2, name: 'TAN AH LIAN', death: null },
    { holderID: 3, name: 'Tan Ah Beng', death: {} },
  ]
  const beng = { holderID: 3, name: 'Tan Ah Beng', consent: '' }
  expect(consentsTo(transfer, holders)).toEqual([kow, ...agreed, beng])
  expect(consentsTo({ ...transfer, state: 'decidedFor' }, [])).toEqual([kow, ...agreed])
  expect(consentsTo({ ...transfer, kind: 'succession' }, holders)).toEqual([])
})
