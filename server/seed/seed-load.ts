import { setImmediate } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#server/core/context.ts'
import { rollUpStats } from '../dashboard/roll-up-stats.ts'

const perBlock = 96
const perLevel = 26 * perBlock
const perBuilding = 10 * perLevel
/** The rows per statement: large enough to be fast, small enough to show progress. */
const step = 100_000

/** Adds any number of niches and bookings for load tests. SQL generates the rows, so none are sent to the database. */
export async function seedLoad(
  context: Context,
  niches: number,
  bookings: number,
  report: (line: string) => void,
): Promise<void> {
  if (bookings > niches) throw new Error('There cannot be more bookings than niches: each booking takes one niche.')
  const run = async (statement: SQL) => {
    await context.db.execute(statement)
    await setImmediate()
  }
  await insertLoadBuildings(run, niches)
  await inSteps(niches, report, 'niches', (from, to) => run(nichesBetween(from, to)))

  const sealed = context.vault.seal('load')
  const people = Math.max(1, Math.floor(bookings / 1.6))
  if (bookings > 0) await inSteps(people, report, 'people', (from, to) => run(peopleBetween(from, to, sealed)))
  await inSteps(bookings, report, 'bookings', async (from, to) => {
    for (const statement of bookingsBetween(from, to, people, sealed)) await run(statement)
  })
  /** This does at once what the background job does in steps. */
  await rollUpStats(context, Number.MAX_SAFE_INTEGER)
}

async function inSteps(
  total: number,
  report: (line: string) => void,
  what: string,
  work: (from: number, to: number) => Promise<void>,
) {
  for (let from = 1; from <= total; from += step) {
    const to = Math.min(total, from + step - 1)
    await work(from, to)
    report(`${to.toLocaleString('en')} of ${total.toLocaleString('en')} ${what}`)
  }
}

/** Derives an id from a number, so that later statements can refer to the row without a query. */
const id = (kind: string, number: SQL) => sql`md5(${`load-${kind}-`}::text || (${number})::text)::uuid`
const building = (number: SQL) => sql`(((${number}) - 1) / ${sql.raw(String(perBuilding))})::int`
const level = (number: SQL) =>
  sql`((((${number}) - 1) % ${sql.raw(String(perBuilding))}) / ${sql.raw(String(perLevel))} + 1)::int`
const block = (number: SQL) =>
  sql`chr((65 + (((${number}) - 1) % ${sql.raw(String(perLevel))}) / ${sql.raw(String(perBlock))})::int)`
const blockID = (number: SQL) => sql`'L' || ${building(number)} || '-' || ${level(number)} || ${block(number)}`

async function insertLoadBuildings(run: (statement: SQL) => Promise<void>, niches: number) {
  const starts = (size: number) => sql`generate_series(1, ${niches}::int, ${size}::int) as s (n)`
  const n = sql`n`
  await run(sql`insert into buildings (building_id, building_name, position)
    select ${id('building', building(n))}::text, 'Load Hall ' || ${building(n)} + 1, 100 + ${building(n)} from ${starts(perBuilding)} on conflict do nothing`)
  await run(sql`insert into levels (level_id, building_id, level_number)
    select ${id('level', sql`(n - 1) / ${sql.raw(String(perLevel))}`)}::text, ${id('building', building(n))}::text, ${level(n)} from ${starts(perLevel)} on conflict do nothing`)
  await run(sql`insert into blocks (block_id, level_id, block_name)
    select ${blockID(n)}, ${id('level', sql`(n - 1) / ${sql.raw(String(perLevel))}`)}::text, ${block(n)} from ${starts(perBlock)} on conflict do nothing`)
}

const numbers = (from: number, to: number) => sql`generate_series(${from}::int, ${to}::int) as s (n)`

const nichesBetween = (from: number, to: number) => sql`
  insert into niches (niche_id, block_id, niche_code, niche_row, niche_column, status, price_cents)
  select ${id('niche', sql`n`)}, ${blockID(sql`n`)}, ${blockID(sql`n`)} || '-' || lpad(((n - 1) % 12 + 1)::text, 2, '0') || '-' || lpad((((n - 1) % 96) / 12 + 1)::text, 2, '0'),
    ((n - 1) % 96) / 12 + 1, (n - 1) % 12 + 1, 'Available', 280000 + ((n - 1) % 8) * 20000
  from ${numbers(from, to)}`

const peopleBetween = (from: number, to: number, sealed: Buffer) => sql`
  insert into users (user_id, username, email, full_name, contact_number, contact_key, nric_sealed, nric_hash, gender, nationality, dob, street, unit_number, postal_code)
  select ${id('person', sql`n`)}, 'load_' || n, 'load' || n || '@columba.example', 'Load Person', (80000000 + n)::text, (80000000 + n)::text,
    ${sealed}::bytea, 'load-' || n, 'Female', 'Singaporean', date '1960-01-01' + n % 10000, 'Blk 1 Load Road', '#01-01', '100000'
  from ${numbers(from, to)} on conflict do nothing`

/** A hundred bookings in a row: 5 pending, 60 current, 20 pre-orders, 5 archived, 10 cancelled. */
const status = sql`case when n % 100 < 5 then 'Pending' when n % 100 >= 90 then 'Cancelled' else 'Confirmed' end`
const type = sql`case when n % 100 between 85 and 89 then 'Archived' when n % 100 between 65 and 84 then 'PreOrder' else 'Current' end`
const niche = sql`case when n % 100 < 5 then 'Pending' when n % 100 >= 85 then 'Available' when n % 100 >= 65 then 'Reserved' else 'Occupied' end`
/** True for bookings that are confirmed and not archived. */
const holds = sql`n % 100 between 5 and 84`
const loadBookingID = (letter: string) => sql`${letter}::text || '-ZZ' || lpad(upper(to_hex(n)), 8, '0')`

function bookingsBetween(from: number, to: number, people: number, sealed: Buffer): SQL[] {
  const person = id('person', sql`(n - 1) % ${people}::int + 1`)
  const at = sql`now() - (n % 500000) * interval '1 minute'`
  return [
    sql`insert into beneficiaries (beneficiary_id, beneficiary_name, gender, nationality, national_id_sealed, relationship, date_of_birth, address, postal_code, unit_number)
      select ${id('beneficiary', sql`n`)}, 'Load Beneficiary ' || n, 'Male', 'Singaporean', ${sealed}::bytea, 'Father', date '1935-01-01', 'Blk 1 Load Road', '100000', '#01-01' from ${numbers(from, to)}`,
    sql`insert into rights (right_id, niche_id, granted_on, basis, state, holders_at)
      select ${id('right', sql`n`)}, ${id('niche', sql`n`)}, to_char(${at}, 'YYYY-MM-DD'), 'perpetual', 'living', ${at} from ${numbers(from, to)} where ${holds}`,
    sql`insert into right_holders (right_id, booking_id, added_at)
      select ${id('right', sql`n`)}, ${loadBookingID('B')}, ${at} from ${numbers(from, to)} where ${holds}`,
    sql`insert into right_moves (right_id, event, to_state, booking_id, at)
      select ${id('right', sql`n`)}, 'grant', 'living', ${loadBookingID('B')}, ${at} from ${numbers(from, to)} where ${holds}`,
    sql`insert into bookings (booking_id, user_id, niche_id, beneficiary_id, booking_status, booking_type, made_by, created_by_id, niche_status, created_at, waiting_since, right_id, right_version)
      select ${loadBookingID('B')}, ${person}, ${id('niche', sql`n`)}, ${id('beneficiary', sql`n`)}, ${status}, ${type}, 'user', ${person}, ${niche}, ${at}, ${at},
        case when ${holds} then ${id('right', sql`n`)} end, 1 from ${numbers(from, to)}`,
    sql`insert into payments (payment_id, booking_id, amount_cents, payment_method, payment_status, created_at, settled_at)
      select ${loadBookingID('P')}, ${loadBookingID('B')}, 280000, 'Cash', case when n % 100 >= 90 then 'Refunded' else 'Paid' end, ${at}, ${at} from ${numbers(from, to)}`,
    sql`update niches set status = c.status from (select ${id('niche', sql`n`)} as niche_id, ${niche} as status from ${numbers(from, to)}) c
      where niches.niche_id = c.niche_id and c.status <> 'Available'`,
  ]
}
