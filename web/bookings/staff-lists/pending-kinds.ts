import type { Tab } from '#web/ui/Tabs.tsx'

const kinds = ['All', 'Current', 'PreOrder', 'Urn'] as const
export type PendingKind = (typeof kinds)[number]

const labels: Record<PendingKind, string> = {
  All: 'All',
  Current: 'Current',
  PreOrder: 'PreOrder',
  Urn: 'Urn requests',
}
export const kindTabs: readonly Tab<PendingKind>[] = kinds.map((id) => ({ id, label: labels[id] }))

export const parseKind = (text: string | null): PendingKind => kinds.find((kind) => kind === text) ?? 'All'
