import { z } from 'zod'

/** `selected`, which the map shows, is not a status: it exists only on screen. */
export const nicheStatuses = ['Available', 'Pending', 'Reserved', 'Occupied', 'Blocked'] as const
export type NicheStatus = (typeof nicheStatuses)[number]

export const Building = z.object({ buildingID: z.string(), buildingName: z.string() })
export type Building = z.infer<typeof Building>

export const Level = z.object({ levelID: z.string(), levelNumber: z.int() })
export type Level = z.infer<typeof Level>

export const Block = z.object({ blockID: z.string(), blockName: z.string() })
export type Block = z.infer<typeof Block>

export const Niche = z.object({
  nicheID: z.string(),
  blockID: z.string(),
  nicheCode: z.string(),
  nicheRow: z.int(),
  nicheColumn: z.int(),
  status: z.enum(nicheStatuses),
  /** SGD with two decimals: `3800.00`. */
  price: z.string(),
})
export type Niche = z.infer<typeof Niche>

/** The label of a niche on the map: column, then row. */
export const placeLabel = (niche: { nicheColumn: number; nicheRow: number }) => `${niche.nicheColumn}-${niche.nicheRow}`

/** Where to find a niche: `Tembusu Hall, level 1, block A`. */
export const buildingLevelBlock = (niche: { buildingName: string; levelNumber: number; blockName: string }) =>
  `${niche.buildingName}, level ${niche.levelNumber}, block ${niche.blockName}`
