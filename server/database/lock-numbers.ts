/** The advisory locks of this database by name. Replicas share the numbers, so a number once released is never used for anything else. */
export const lockNumbers = {
  migration: 7_026_201,
  auditSealing: 7_316_031,
  demoSeed: 7_316_032,
  statFolding: 7_316_033,
} as const
