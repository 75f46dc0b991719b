import {
  type Choices,
  columnUseOf,
  columnUses,
  dateTargets,
  type Target,
  targets,
} from '#contract/registers/choices.ts'
import { listWords } from './normalise.ts'

/** What operators call the columns, besides the names of the register. */
const otherNames: Partial<Record<Target, readonly string[]>> = {
  building: listWords('hall, building name, chapel, temple', '大廳, 大厅, 殿, 堂'),
  level: listWords('floor, storey, level number', '樓層, 楼层, 層, 层'),
  block: listWords('block name, wall, section, bay', '區, 区, 牆, 墙'),
  code: listWords(
    'niche, niche code, niche no, niche number, no, lot, lot no, slot, unit no, number',
    '龕位, 龛位, 龕位編號, 龛位编号, 龕號, 龛号, 編號, 编号',
  ),
  column: listWords('col, column no'),
  row: listWords('row no, tier'),
  half: listWords('side, part'),
  price: listWords('amount, fee, cost, donation', '價格, 价格, 金額, 金额, 費用, 费用'),
  status: listWords('state, occupancy', '狀態, 状态, 狀況, 状况'),
  urns: listWords('number of urns, no of urns, urn count, urns inside, ashes', '骨灰數量, 骨灰数量'),
  capacity: listWords('places, persons, number of persons, number of people, type, single double'),
  further_price: listWords('price of a further person'),
  holder_name: listWords(
    'holder, owner, applicant, permittee, next of kin, nok, contact person, purchaser',
    '聯絡人, 联系人, 申請人, 申请人, 家屬, 家属',
  ),
  holder_contact: listWords(
    'telephone, phone, contact, contact number, contact no, mobile, tel, tel no, holder tel',
    '電話, 电话, 聯絡電話, 联系电话',
  ),
  holder_email: listWords('email, e mail'),
  beneficiary_name: listWords(
    'name, deceased, name of deceased, deceased name, beneficiary, occupant, name in english',
    '先人, 先人姓名, 逝者, 逝者姓名, 往生者',
  ),
  other_script: listWords('chinese name, name in chinese, chinese, name in tamil', '姓名, 中文名'),
  gender: listWords('sex', '性別, 性别'),
  identity_number: listWords('nric, ic, ic no, id number, passport', '身份證, 身份证'),
  relationship: listWords('relation, relation to holder, relationship to holder', '關係, 关系'),
  born: listWords('date of birth, birth, year of birth, dob, birth date', '出生日期, 生日'),
  died: listWords(
    'date of death, death, year of death, dod, death date, deceased on, passed away',
    '逝世日期, 去世日期, 死亡日期, 往生日期',
  ),
  is_here: listWords('urn here, interred, placed, urn placed, inurned', '安放, 已安放'),
  for_later: listWords('pre order, preorder, pre need, living'),
  booked_on: listWords(
    'date, date of purchase, purchase date, date given, date of grant, date of booking, year of purchase, year of grant',
    '購買日期, 购买日期',
  ),
  right_from: listWords(
    'right since, valid from, lease from, lease since, lease start, start of lease, start date, date of commencement, year of commencement',
    '起始日期, 開始日期, 开始日期',
  ),
  right_until: listWords(
    'right ends, valid until, valid till, lease until, lease till, lease end, end of lease, lease expiry, expiry, expiry date, date of expiry',
    'year of expiry, expires, expires on, expiry year, end date, 到期日, 到期日期, 屆滿日期, 届满日期',
  ),
  postal_code: listWords('postcode, post code, zip'),
  inscription: listWords('engraving, epitaph'),
  deed: listWords('deed no, deed number, certificate no, permit no', '證書編號, 证书编号'),
  second_holder: listWords('joint holder, co holder, second owner, holder 2, 2nd holder'),
  receipt_no: listWords('receipt, receipt number, or no, official receipt', '收據編號, 收据编号'),
  reference: listWords('reference no, ref, page, file no'),
  remarks: listWords('remark, notes, note, comments', '備註, 备注'),
}

/** What operators call a date whose year, month and day have columns of their own: `Day of death`, `death month`. */
const dateNames: Record<(typeof dateTargets)[number], readonly string[]> = {
  born: ['birth', 'born'],
  died: ['death', 'died'],
  booked_on: ['purchase', 'grant', 'booking'],
  right_from: ['commencement', 'lease start'],
  right_until: ['expiry', 'lease end', 'lease expiry'],
}

/** How columns of a further person in the same row are marked, before or after the name. */
const personWords = [
  ['first', '1st', '1', 'husband'],
  ['second', '2nd', '2', 'wife'],
  ['third', '3rd', '3'],
  ['fourth', '4th', '4'],
]
/** What else stands between the mark and the name. */
const filler = /\b(urn|person|deceased|niche|the|of|holder s)\b/g

/** Names that may be of something else, such as the number of a line: a column with a clearer name comes first. */
const general = new Set(['no', 'number', 'name', 'date', 'contact', '編號', '编号', '姓名'])

/** For example `date of birth` for `Date_of-Birth:`. */
const plain = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const namesOf = ({ key, target, person, part }: (typeof columnUses)[number]): string[] =>
  person === 0 && !part ? [plain(target), ...(otherNames[target] ?? [])] : [plain(key)]

const useByName = new Map(columnUses.flatMap((use) => namesOf(use).map((name) => [name, use.key] as const)))
/** Exact names of the register come before what operators call other columns. */
for (const { name } of targets) useByName.set(plain(name), name)

/** What a column becomes, by its name. */
function recognise(header: string): string | undefined {
  const name = plain(header)
  const known = useByName.get(name)
  if (known) return known
  const words = name.split(' ')
  const person = personWords.findIndex((marks) => marks.some((mark) => mark === words[0] || mark === words.at(-1)))
  const marks = personWords[person] ?? []
  const rest = words.filter((word) => !marks.includes(word)).join(' ')
  const key = useByName.get(rest) ?? useByName.get(rest.replaceAll(filler, ' ').replaceAll(/ +/g, ' ').trim())
  const named = columnUseOf(key)
  return columnUses.find((use) => use.person === person && use.target === named?.target && use.part === named.part)?.key
}

/** The columns of the register that the header names. A column of one kind is used once. */
export function matchColumns(headers: readonly string[]): Choices['columns'] {
  const columns: Choices['columns'] = {}
  const taken = new Set<string>()
  const take = (header: string, key: string | undefined) => {
    if (!key || taken.has(key) || columns[header]) return
    columns[header] = key
    taken.add(key)
  }
  for (const [header, key] of divided(headers)) take(header, key)
  for (const header of headers) if (!general.has(plain(header))) take(header, useByName.get(plain(header)))
  for (const header of headers) take(header, useByName.get(plain(header)))
  for (const header of headers) take(header, recognise(header))
  /** A second column of codes begins another list beside the first. */
  const code = headers.find((header) => columns[header] === 'code')
  const beside = headers.slice(headers.includes(`${code} (2)`) ? headers.indexOf(`${code} (2)`) : headers.length)
  return Object.fromEntries(
    Object.entries(columns).filter(([header, key]) => isOfNamedPerson(key, taken) && !beside.includes(header)),
  )
}

/** The columns of dates that have one of their own for the year and the month. */
function divided(headers: readonly string[]): Map<string, string> {
  const byName = new Map(headers.map((header) => [plain(header), header]))
  return new Map(
    dateTargets.flatMap((target) => {
      const columnOf = (part: string) =>
        dateNames[target].flatMap((name) => [`${part} of ${name}`, `${name} ${part}`]).find((name) => byName.has(name))
      const parts = ['year', 'month', 'day'].map((part) => [part, columnOf(part)] as const)
      if (!parts[0]?.[1] || !parts[1]?.[1]) return []
      return parts.flatMap(([part, name]) => (name ? [[byName.get(name) ?? '', `${target} ${part}`] as const] : []))
    }),
  )
}

/** `Remarks (2)` is of a second person only if there is a column with a second name. */
function isOfNamedPerson(key: string, taken: ReadonlySet<string>): boolean {
  const use = columnUseOf(key)
  return (
    !use?.person ||
    columnUses.some((each) => each.person === use.person && each.target === 'beneficiary_name' && taken.has(each.key))
  )
}
