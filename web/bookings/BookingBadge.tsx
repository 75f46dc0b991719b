import type { BookingStatus, BookingType } from '#contract/bookings/booking.ts'
import type { NicheStatus } from '#contract/niches/niche.ts'
import { translate } from '#contract/words/t.ts'
import { StatusBadge, type Tone } from '#web/ui/StatusBadge.tsx'
import styles from './BookingBadge.module.css'

const tones = { Pending: 'waiting', Confirmed: 'good', Cancelled: 'bad' } as const satisfies Record<BookingStatus, Tone>

export const BookingBadge = ({ status }: { status: BookingStatus }) => (
  <StatusBadge tone={tones[status]}>{translate(status)}</StatusBadge>
)

const nicheTones = {
  Available: 'good',
  Pending: 'waiting',
  Reserved: 'reserved',
  Occupied: 'quiet',
  Blocked: 'bad',
} as const satisfies Record<NicheStatus, Tone>

export const NicheStatusBadge = ({ status }: { status: NicheStatus }) => (
  <StatusBadge tone={nicheTones[status]}>{status}</StatusBadge>
)

export const BookingTypeBadge = ({ type }: { type: BookingType }) => (
  <span className={styles.type}>{translate(type)}</span>
)
