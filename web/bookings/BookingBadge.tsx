import type { BookingStatus, BookingType } from '#contract/bookings/booking.ts'
import { StatusBadge, type Tone } from '#web/ui/StatusBadge.tsx'
import styles from './BookingBadge.module.css'

const tones = { Pending: 'waiting', Confirmed: 'good', Cancelled: 'bad' } as const satisfies Record<BookingStatus, Tone>

export const BookingBadge = ({ status }: { status: BookingStatus }) => (
  <StatusBadge tone={tones[status]}>{status}</StatusBadge>
)

export const BookingTypeBadge = ({ type }: { type: BookingType }) => <span className={styles.type}>{type}</span>
