import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { appointmentStatuses } from '#contract/appointments/appointment.ts'
import { everyDay, type Weekday } from '#contract/appointments/hours.ts'
import { appointmentEvents } from '#contract/appointments/transitions.ts'
import { accountRef } from './accounts.ts'
import { bookings } from './bookings.ts'
import { instant, oneOf } from './columns.ts'
import { buildings } from './niches.ts'

/** When a hall receives families who bring an urn. A hall without a row has no hours. */
export const hallSchedules = pgTable(
  'hall_schedules',
  {
    buildingID: text('building_id')
      .primaryKey()
      .references(() => buildings.buildingID, { onDelete: 'cascade' }),
    /** The number that the constraint on slots compares. */
    hallNumber: integer('hall_number').notNull().generatedAlwaysAsIdentity(),
    hours: jsonb('hours').$type<Record<Weekday, string>>().notNull().default(everyDay('')),
    exceptions: text('exceptions').notNull().default(''),
    slotMinutes: integer('slot_minutes').notNull().default(60),
    /** The number of families that there can be at a time. */
    capacity: integer('capacity').notNull().default(1),
  },
  (table) => [
    unique('hall_schedules_number_unique').on(table.hallNumber),
    check('hall_schedules_slot_allowed', sql`${table.slotMinutes} between 15 and 480`),
    check('hall_schedules_capacity_allowed', sql`${table.capacity} between 1 and 20`),
  ],
)

/** The days on which families bring an urn. */
export const appointments = pgTable(
  'appointments',
  {
    appointmentID: uuid('appointment_id').primaryKey(),
    /** Orders the appointments of a booking. */
    number: bigint('number', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    bookingID: text('booking_id')
      .notNull()
      .references(() => bookings.bookingID),
    buildingID: text('building_id')
      .notNull()
      .references(() => buildings.buildingID),
    status: text('status', { enum: appointmentStatuses }).notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** The family's note about a time that it proposes. */
    message: text('message').notNull().default(''),
    /** Grows with every move; also the sequence number of its calendar file. */
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    /** The time when the family was reminded the day before, or told that nobody answered in time; null again once the time has changed. */
    remindedAt: instant('reminded_at'),
  },
  (table) => [
    uniqueIndex('appointments_one_open')
      .on(table.bookingID)
      .where(sql`status in ('requested', 'confirmed', 'moved', 'arrived')`),
    index('appointments_by_booking').on(table.bookingID, table.number),
    index('appointments_by_time').on(table.startsAt),
    index('appointments_open_by_time')
      .on(table.startsAt)
      .where(sql`status in ('requested', 'confirmed', 'moved', 'arrived')`),
    check('appointments_status_known', oneOf(table.status, appointmentStatuses)),
    check('appointments_end_after_start', sql`${table.endsAt} > ${table.startsAt}`),
  ],
)

/**
 * The seat that an appointment takes in its hall. The constraint `appointment_slots_no_overlap`, which Drizzle cannot declare,
 * is in the migration: one seat of a hall is taken once at a time.
 */
export const appointmentSlots = pgTable(
  'appointment_slots',
  {
    appointmentID: uuid('appointment_id')
      .primaryKey()
      .references(() => appointments.appointmentID),
    hallNumber: integer('hall_number')
      .notNull()
      .references(() => hallSchedules.hallNumber),
    /** A number from 1 to the capacity of the hall. */
    seat: integer('seat').notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [
    index('appointment_slots_by_hall').on(table.hallNumber, table.startsAt),
    check('appointment_slots_seat_allowed', sql`${table.seat} between 1 and 20`),
  ],
)

/** The history of an appointment. */
export const appointmentMoves = pgTable(
  'appointment_moves',
  {
    /** May come from the client, so that a call that is sent again is recognised. */
    moveID: uuid('move_id').primaryKey(),
    appointmentID: uuid('appointment_id')
      .notNull()
      .references(() => appointments.appointmentID),
    event: text('event', { enum: appointmentEvents }).notNull(),
    status: text('status', { enum: appointmentStatuses }).notNull(),
    startsAt: instant('starts_at').notNull(),
    reason: text('reason').notNull().default(''),
    /** Null if a background job made the move. */
    actorID: accountRef('actor_id'),
    at: instant('at').notNull(),
  },
  (table) => [
    index('appointment_moves_by_appointment').on(table.appointmentID),
    check('appointment_moves_event_known', oneOf(table.event, appointmentEvents)),
    check('appointment_moves_status_known', oneOf(table.status, appointmentStatuses)),
  ],
)
