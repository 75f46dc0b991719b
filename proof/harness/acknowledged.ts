/** What the servers have acknowledged, which must never be lost. */
export interface Acknowledged {
  bookings: { bookingID: string; nicheID: string; begunAt: number; at: number }[]
  paid: string[]
  decided: { bookingID: string; event: 'approve' | 'deny' | 'cancel' | 'finalise' }[]
  /** The request IDs of moves of urns. */
  moved: string[]
}

export const nothingAcknowledged = (): Acknowledged => ({ bookings: [], paid: [], decided: [], moved: [] })
