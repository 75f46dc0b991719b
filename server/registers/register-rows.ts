import { toDay, toTime } from '#contract/dates.ts'
import { groupBy } from '#contract/group-by.ts'
import { numberingOf } from '#contract/halls/wall-numbering.ts'
import { toAmount } from '#contract/money.ts'
import type { NicheRow, PersonRow } from '#contract/registers/columns.ts'
import { toRegisterCells } from '#server/bookings/public.ts'
import type { Vault } from '#server/core/vault.ts'
import type { StoredNiche, StoredPerson } from './queries.ts'

/** A stored niche as the register has it. The import compares with it, and the export writes it. */
export const toNicheRow = ({
  nicheID,
  priceCents,
  capacity,
  furtherPriceCents,
  level,
  column,
  row,
  view,
  openingWidthMm,
  openingHeightMm,
  opensAt,
  isChanged,
  ...niche
}: StoredNiche): NicheRow => ({
  ...niche,
  ...wallCells(view),
  opening_width_mm: openingWidthMm?.toString() ?? '',
  opening_height_mm: openingHeightMm?.toString() ?? '',
  opens_at: opensAt ? `${toDay(opensAt)}T${toTime(opensAt)}` : '',
  level: String(level),
  column: String(column),
  row: String(row),
  price: toAmount(priceCents),
  capacity: capacity > 1 ? String(capacity) : '',
  further_price: furtherPriceCents > 0 ? toAmount(furtherPriceCents) : '',
  /** A niche that was marked as Occupied on the map, and still waits for its urn, says nothing. */
  urns: niche.status === 'Occupied' && !isChanged ? '0' : '',
  ...(niche.status === 'Pending' && { status: 'Blocked', reason: 'A booking was not decided when this was written' }),
})

const wallCells = (view: StoredNiche['view']) => {
  const { firstColumnAt, rowOneAt } = numberingOf(view)
  return { first_column_at: firstColumnAt, row_one_at: rowOneAt }
}

/** A niche with bookings is Occupied or Reserved, even if an admin has overridden it with another status: both files must agree. */
export function withStatusOf(niche: NicheRow, people: StoredPerson[] = []): NicheRow {
  if (people.length === 0) return niche
  if (!isOccupied(people)) return { ...niche, status: 'Reserved', reason: '', urns: '' }
  const urns = people.filter(({ placedUrn }) => placedUrn !== null).length
  return { ...niche, status: 'Occupied', reason: '', urns: String(urns) }
}

/** An import makes a booking without a name for each urn of which the register names nobody. */
export const isUnnamed = ({ account, entry, beneficiary }: StoredPerson) =>
  !account && !entry?.holderName && !beneficiary.beneficiaryName

const isOccupied = (people: StoredPerson[]) =>
  people.some(({ bookingType, nicheStatus }) => bookingType !== 'PreOrder' || nicheStatus === 'Occupied')

export const groupByNiche = (people: StoredPerson[]) => groupBy(people, ({ nicheID }) => nicheID)

/** `others`: everyone in the niche. A pre-order beside somebody who rests there says so, because the niche is Occupied. */
export function toPersonRow(stored: StoredPerson, others: StoredPerson[], vault: Vault): PersonRow {
  const { code, bookingID, bookingType, createdAt, remarks, beneficiary, account, entry, placedUrn } = stored
  const details = toRegisterCells(beneficiary, vault)
  return trimmed({
    code,
    holder_name: account?.name ?? entry?.holderName ?? '',
    holder_contact: account?.contact ?? entry?.holderContact ?? '',
    holder_email: account?.email ?? entry?.holderEmail ?? '',
    ...details,
    other_script: '',
    is_here: placedUrn === null ? 'no' : 'yes',
    died: bookingType === 'PreOrder' ? '' : details.died,
    for_later: bookingType === 'PreOrder' && isOccupied(others) ? 'yes' : '',
    booked_on: entry ? entry.bookedOn : toDay(createdAt),
    reference: entry ? entry.reference : bookingID,
    deed: entry?.deed ?? '',
    remarks,
  })
}

/** As the import reads it. */
const trimmed = (row: PersonRow) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value.trim()])) as PersonRow
