import { and, inArray, ne } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { bookings } from './schema.ts'

/** Active: keeps its place in the niche, as in the index `bookings_one_active_per_place` and in `isActive`. */
export const isActiveIn = (table: Record<'bookingStatus' | 'bookingType', AnyPgColumn>) =>
  and(
    inArray(table.bookingStatus, ['Pending', 'Confirmed']).inlineParams(),
    ne(table.bookingType, 'Archived').inlineParams(),
  )
export const whereActive = isActiveIn(bookings)
