import { expect, test } from 'vitest'
import { tagFrom } from '#contract/urns/tag.ts'
import { toUrnTerms } from './search-terms.ts'

const tag = tagFrom('2345678')
const ofName = (name: string) => ({ kind: 'nameOrCertificate', name, cremationNumber: name })

test.each([
  [tag, { kind: 'tag', tag }],
  [` ${tag.toLowerCase().replace('-', ' ')} `, { kind: 'tag', tag }],
  [tag.slice(2), { kind: 'tag', tag }],
  [`https://columba.example/urn-check?tag=${tag}`, { kind: 'tag', tag }],
  ['b-7k2m9qx4tr', { kind: 'booking', bookingID: 'B-7K2M9QX4TR' }],
  ['th-1a-03', { kind: 'nicheOrCertificate', codePrefix: 'TH-1A-03', cremationNumber: 'th-1a-03' }],
  ['12345', { kind: 'nicheOrCertificate', codePrefix: '12345', cremationNumber: '12345' }],
  ['CR 12345/26', { ...ofName('CR 12345/26'), codePrefix: 'CR 12345/26' }],
  ['E/3.07', { ...ofName('E/3.07'), codePrefix: 'E/3.07' }],
  ['Tan Mei (2)', ofName('Tan Mei (2)')],
  ['Tan Mei', ofName('Tan Mei')],
])('the text %j is searched for as %j', (text, terms) => {
  expect(toUrnTerms(text)).toEqual(terms)
})

test('a name of eight letters that would be a valid tag is searched for as both', () => {
  const name = [...'ACEFHJKMNPRTWXY']
    .map((letter) => tagFrom(`KATHRYN`.slice(0, 6) + letter))
    .find((each) => isLetters(each))
  expect(name).toBeDefined()
  expect(toUrnTerms(name?.slice(2) ?? '')).toMatchObject({ kind: 'nameOrCertificate', tag: name })
})

const isLetters = (tag: string) => /^[A-Z]+$/.test(tag.slice(2))
