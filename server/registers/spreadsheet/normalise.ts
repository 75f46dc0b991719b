import { maxCapacity } from '#contract/niches/niche.ts'
import {
  type Choices,
  isDate,
  isValueTarget,
  occupiedWith,
  type Target,
  targets,
  type ValueTarget,
} from '#contract/registers/choices.ts'

/** How old registers write that something is not known. */
const unknown = /^(0|-+|\.+|\?+|n\/?a|nil|none|unknown|not known|不詳|0001-01-01)$/i

/** The value as the register has it. What is not understood stays as it is, so that the check reports it. */
export function normalise(
  target: Target,
  text: string,
  { dateOrder, values }: Pick<Choices, 'dateOrder' | 'values'>,
): string {
  const value = text.replaceAll(/\s+/g, ' ').trim()
  if (isValueTarget(target)) return values[target]?.[value.toLowerCase()] ?? suggestValue(target, value) ?? value
  if (isDate(target)) return readDate(value, dateOrder)
  const mayBeZero = target === 'level' || target === 'price' || target === 'further_price'
  if (unknown.test(value) && !(mayBeZero && value === '0')) return ''
  if (target === 'price' || target === 'further_price') return readPrice(value)
  if (target === 'level')
    return value.replace(/^(l|level|floor|storey)\s*(?=-?\d)/i, '').replace(/^(\d+)(st|nd|rd|th)\b.*$/i, '$1')
  return value
}

/** 0 if it is no month. */
export const monthOf = (name: string) => months.indexOf(name.slice(0, 3).toLowerCase()) + 1
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `7/6/2019`, `2019-6-7`, `2019年6月7日`, `7th June 2019` and `June 7, 2019`. */
const dateForms = [
  /^(?<one>\d{1,2})[/. -](?<other>\d{1,2})[/. -](?<year>\d{4})$/,
  /^(?<year>\d{4})[/. -](?<month>\d{1,2})[/. -](?<day>\d{1,2})$/,
  /^(?<year>\d{4})年(?:(?<month>\d{1,2})月)?(?:(?<day>\d{1,2})日)?$/,
  /^(?:(?<day>\d{1,2})(?:st|nd|rd|th)?[ -])?(?<name>[a-z]{3})[a-z]*[ ,-]+(?<year>\d{4})$/i,
  /^(?<name>[a-z]{3})[a-z]* (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/i,
]

function readDate(value: string, order: Choices['dateOrder']): string {
  if (unknown.test(value)) return ''
  const parts: Record<string, string | undefined> | undefined = dateForms
    .map((form) => form.exec(value)?.groups)
    .find(Boolean)
  const { year = '', month = '', day = '', name, one, other } = parts ?? {}
  if (one && other) return order === 'day first' ? toDate(year, other, one) : toDate(year, one, other)
  if (!parts || (name && monthOf(name) === 0)) return value
  return toDate(year, name ? String(monthOf(name)) : month, day)
}

/** One date from columns of its own for year, month and day. A part that is not known is left out. */
export function joinDate({ year = '', month = '', day = '' }: { year?: string; month?: string; day?: string }): string {
  const known = (part: string) => (unknown.test(part) ? '' : part)
  if (/[a-z]/i.test(month)) return readDate([known(day), month, known(year)].filter(Boolean).join(' '), 'day first')
  return toDate(known(year), known(month), known(day))
}

/** `00/00/1996` is a year, and `00/05/1996` a month. */
function toDate(year: string, month: string, day: string) {
  const parts = [month, day].map((part) => (Number(part) === 0 ? '' : part.padStart(2, '0')))
  return [year, ...parts.slice(0, parts[0] ? 2 : 0).filter(Boolean)].join('-')
}

/** `SGD 3,800` becomes `3800`. */
const readPrice = (value: string) => value.replace(/^(sgd|s?\$)\s*/i, '').replaceAll(/,(?=\d{3}(\D|$))/g, '')

/** Words with commas between them: those in English, and those in Chinese. */
export const listWords = (...lists: string[]) => lists.flatMap((list) => list.split(', '))

/** The words of houses for each value, in lower case and without points and hyphens. */
const words: Partial<Record<ValueTarget, Record<string, readonly string[]>>> = {
  status: {
    Available: ['free', 'empty', 'vacant', 'unsold', 'open', '空', '空置'],
    Reserved: ['booked', 'pre order', 'preorder', 'pre need', 'sold', '已售', '預留', '预留'],
    Occupied: ['occ', 'used', 'taken', 'in use', 'placed', 'full', 'interred', '已安放', '已用'],
    Blocked: ['closed', 'defective', 'damaged', 'not for sale', 'maintenance', 'pillar', '停用'],
  },
  gender: { Female: ['f', 'woman', '女'], Male: ['m', 'man', '男'] },
  relationship: {
    Mother: ['mum', '母', '母親', '母亲'],
    Father: ['dad', '父', '父親', '父亲'],
    Spouse: ['wife', 'husband', '妻', '夫', '配偶'],
    Child: ['son', 'daughter', '子', '女', '兒子', '儿子', '女兒', '女儿'],
    Sibling: ['brother', 'sister', '兄', '弟', '姐', '妹'],
    Relative: listWords(
      'aunt, uncle, nephew, niece, grandchild, grandson, granddaughter, grandmother, grandfather, cousin, in law',
      '親戚, 亲戚',
    ),
    Other: ['friend', 'parish', 'none', '朋友'],
  },
  for_later: { yes: ['y', 'true', 'x', '✓', 'living', '是'], '': ['n', 'no', 'false', '否'] },
  is_here: {
    yes: ['y', 'true', 'x', '✓', 'here', 'in', '是', '已安放'],
    no: ['n', 'false', '-', 'not yet', 'pending', '否', '未'],
  },
  half: { a: ['left', 'l', '左'], b: ['right', 'r', '右'] },
  capacity: { '1': ['single', '單', '单'], '2': ['double', 'couple', 'twin', '雙', '双'], '4': ['family'] },
}

/** The values of the register itself. */
const ownValues = new Map<Target, readonly string[] | undefined>(targets.map(({ name, values }) => [name, values]))

/** What a value of a house means, if its words are known. Otherwise undefined. */
export function suggestValue(target: ValueTarget, value: string): string | undefined {
  const text = value.toLowerCase().replaceAll(/[-.]+/g, ' ').trim()
  if (text === '') return ''
  const known = Object.entries(words[target] ?? {}).find(([, list]) => list.includes(text))
  if (known) return known[0]
  const own = ownValues.get(target)?.find((each) => each.toLowerCase() === text)
  if (own) return own
  const [, count] = /^(\d{1,2})(?:\s*(?:urns?|persons?|people|places?|niches?))?$/.exec(text) ?? []
  if (!count) return undefined
  if (target === 'urns') return count
  if (target === 'capacity' && Number(count) <= maxCapacity) return Number(count) === 0 ? '' : count
  if (target === 'status' && Number(count) <= maxCapacity)
    return Number(count) === 0 ? 'Available' : occupiedWith(Number(count))
  return undefined
}
