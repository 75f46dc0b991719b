import { toDay, toTime } from '#contract/dates.ts'
import { groupBy } from '#contract/group-by.ts'
import { numberingOf } from '#contract/halls/wall-numbering.ts'
import { toAmount } from '#contract/money.ts'
import type { NicheStatus } from '#contract/niches/niche.ts'
import type { NicheRow, PersonRow } from '#contract/registers/columns.ts'
import { toRegisterCells } from '#server/bookings/public.ts'
import type { Vault } from '#server/core/vault.ts'
import type { StoredNiche, StoredPerson } from './queries.ts'

/** A stored niche as the register has it. The import compares with it, and the export writes it. */
export function toNicheRow(niche: StoredNiche, people: StoredPerson[] = []): NicheRow {
  const { building, block, code, half, capacity, furtherPriceCents, status, reason, directions, opensAt } = niche
  const { firstColumnAt, rowOneAt } = numberingOf(niche.view)
  return {
    building,
    level: String(niche.level),
    block,
    code,
    column: String(niche.column),
    row: String(niche.row),
    half,
    price: toAmount(niche.priceCents),
    status,
    reason,
    capacity: capacity > 1 ? String(capacity) : '',
    further_price: furtherPriceCents > 0 ? toAmount(furtherPriceCents) : '',
    /** A niche that was marked as Occupied on the map, and still waits for its urn, says nothing. */
    urns: status === 'Occupied' && !niche.isChanged ? '0' : '',
    first_column_at: firstColumnAt,
    row_one_at: rowOneAt,
    opening_width_mm: niche.openingWidthMm?.toString() ?? '',
    opening_height_mm: niche.openingHeightMm?.toString() ?? '',
    opens_at: opensAt ? `${toDay(opensAt)}T${toTime(opensAt)}` : '',
    directions,
    is_blocked: status === 'Blocked' && people.length > 0 ? 'yes' : '',
    ...(status === 'Pending' && { status: 'Blocked', reason: 'A booking was not decided when this was written' }),
    ...(people.length > 0 && statusOf(status, people)),
  }
}

/** A niche with bookings is Occupied or Reserved, whatever an admin has overridden it with: both files must agree. */
function statusOf(status: NicheStatus, people: StoredPerson[]) {
  const noReason = status !== 'Blocked' && { reason: '' }
  if (!isOccupied(people)) return { status: 'Reserved', ...noReason, urns: '' }
  const urns = people.filter(({ placedUrn }) => placedUrn !== null).length
  return { status: 'Occupied', ...noReason, urns: String(urns) }
}

/** An import makes a booking without a name for each urn of which the register names nobody. */
export const isUnnamed = ({ account, entry, beneficiary }: StoredPerson) =>
  !account && !entry?.holderName && !beneficiary.beneficiaryName

/** Who has a place in a stored niche, and the urns in it with and without a name. */
export function countStored(people: readonly StoredPerson[]) {
  const named = people.filter((person) => !isUnnamed(person))
  const urns = people.filter(({ placedUrn }) => placedUrn !== null)
  const unnamedUrns = urns.filter(isUnnamed).length
  return { people: named.length, namedUrns: urns.length - unnamedUrns, unnamedUrns }
}
export type StoredCounts = ReturnType<typeof countStored>

const isOccupied = (people: StoredPerson[]) =>
  people.some(({ bookingType, nicheStatus }) => bookingType !== 'PreOrder' || nicheStatus === 'Occupied')

export const groupByNiche = (people: StoredPerson[]) => groupBy(people, ({ nicheID }) => nicheID)

/** `others`: everyone in the niche. A pre-order beside somebody who rests there says so, because the niche is Occupied. */
export function toPersonRow(stored: StoredPerson, others: StoredPerson[], vault: Vault): PersonRow {
  const { bookingID, beneficiary, entry, right } = stored
  const holder = holderIn(stored, others)
  const isPreOrder = stored.bookingType === 'PreOrder'
  const details = toRegisterCells(beneficiary, vault)
  return trimmed({
    code: stored.code,
    holder_name: holder.name,
    holder_contact: holder.contact,
    holder_email: holder.email,
    ...details,
    other_script: '',
    is_here: stored.placedUrn === null ? 'no' : 'yes',
    died: isPreOrder ? '' : details.died,
    for_later: isPreOrder && isOccupied(others) ? 'yes' : '',
    booked_on: entry ? entry.bookedOn : toDay(stored.createdAt),
    reference: entry ? entry.reference : bookingID,
    deed: entry ? entry.deed : (right?.deedNumber ?? ''),
    right_from: right?.grantedOn ?? '',
    right_until: right?.endsOn ?? '',
    second_holder: stored.furtherHolders,
    receipt_no: entry?.receiptNo ?? '',
    remarks: stored.remarks,
    visitors: beneficiary.withheldAt ? 'withheld' : beneficiary.sharedAt ? 'shared' : '',
    withheld_reason: beneficiary.withheldReason ?? '',
  })
}

/**
 * The first holder of the right, with the contact details of that holder. As long as this is whom a booking of the niche names, the other
 * bookings there keep whom they name.
 */
function holderIn({ bookingID, account, entry, first }: StoredPerson, others: StoredPerson[]) {
  const own = {
    name: account?.name ?? entry?.holderName ?? '',
    contact: account?.contact ?? entry?.holderContact ?? '',
    email: account?.email ?? entry?.holderEmail ?? '',
  }
  const isOfAnother = first?.bookingID !== bookingID && others.some((each) => each.bookingID === first?.bookingID)
  return !first || first.name === null || isOfAnother ? own : { ...first, name: first.name }
}

/** As the import reads it. */
const trimmed = (row: PersonRow) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value.trim()])) as PersonRow
