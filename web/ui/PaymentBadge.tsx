import { Check, Clock3, FileText, type LucideIcon, Minus, RotateCcw, Undo2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PaymentStatus } from '#contract/payments/payment.ts'
import { translate } from '#contract/words/t.ts'
import { StatusBadge, type Tone } from './StatusBadge.tsx'

/** Each status has a shape of its own, so that none depends on colour. */
const looks: Record<PaymentStatus, { tone: Tone; shape: LucideIcon }> = {
  Pending: { tone: 'waiting', shape: Clock3 },
  Billed: { tone: 'waiting', shape: FileText },
  Paid: { tone: 'good', shape: Check },
  Waived: { tone: 'quiet', shape: Minus },
  Refunding: { tone: 'reserved', shape: RotateCcw },
  Refunded: { tone: 'quiet', shape: Undo2 },
  Failed: { tone: 'bad', shape: X },
}

interface PaymentBadgeProps {
  status: PaymentStatus
  /** Replaces the status where it could be mistaken for the booking's status. */
  label?: ReactNode
}

/** The status of a payment. Its class ends in the status in lower case, such as `payment-status-paid`. */
export const PaymentBadge = ({ status, label = translate(status) }: PaymentBadgeProps) => (
  <StatusBadge {...looks[status]} className={`payment-status-${status.toLowerCase()}`}>
    {label}
  </StatusBadge>
)
