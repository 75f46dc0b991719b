/** The tabs of the pending queue. */
export const pendingKinds = ['All', 'Current', 'PreOrder', 'Urn', 'Certificate'] as const
export type PendingKind = (typeof pendingKinds)[number]

export const parsePendingKind = (text: string | null): PendingKind =>
  pendingKinds.find((kind) => kind === text) ?? 'All'

/** What the call takes for a tab. */
export const pendingQuery = (kind: PendingKind) => (kind === 'All' ? {} : { kind })
