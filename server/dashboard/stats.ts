import type { ColumbariumOverview, DashboardStats } from '#contract/dashboard/api.ts'
import { nicheStatuses } from '#contract/niches/niche.ts'

export type StatCounts = ReadonlyMap<string, number>

const statusKey = (status: string) => `status:${status}`

/** The keys that the figures of the dashboard are made of: equally many in every house. */
export const dashboardKeys = [...['bookings', 'pending', 'clients', 'returning'], ...nicheStatuses.map(statusKey)]

export function toDashboardStats(figures: StatCounts): DashboardStats {
  const of = (key: string) => figures.get(key) ?? 0
  const clients = of('clients')
  return {
    totalBookings: of('bookings'),
    pendingApproval: of('pending'),
    returningClients: clients === 0 ? 0 : Math.round((of('returning') * 100) / clients),
    nicheStatuses: nicheStatuses.map((status) => ({ status, count: of(statusKey(status)) })),
  }
}

export function toOverview(
  figures: StatCounts,
  buildings: readonly { buildingID: string; buildingName: string }[],
  blocks: readonly { blockID: string; buildingID: string }[],
  today: string,
): Omit<ColumbariumOverview, 'ending'> {
  /** Keys are `places:block` and `taken:block`. */
  const sumOfBlocks = (figure: 'places' | 'taken', buildingID: string) =>
    blocks
      .filter((block) => block.buildingID === buildingID)
      .reduce((sum, { blockID }) => sum + (figures.get(`${figure}:${blockID}`) ?? 0), 0)
  return {
    occupancy: buildings.map(({ buildingID, buildingName }) => ({
      buildingID,
      buildingName,
      statuses: nicheStatuses.map((status) => ({ status, count: figures.get(`niches:${buildingID}:${status}`) ?? 0 })),
      places: sumOfBlocks('places', buildingID),
      placesTaken: sumOfBlocks('taken', buildingID),
    })),
    months: lastMonths(today, 12).map((month) => ({ month, bookings: figures.get(`month:${month}`) ?? 0 })),
  }
}

/** The current month, such as `2026-02`, and those before it, oldest first. */
export function lastMonths(today: string, howMany: number): string[] {
  const latest = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1
  return Array.from({ length: howMany }, (_, index) => {
    const month = latest - (howMany - 1 - index)
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
  })
}
