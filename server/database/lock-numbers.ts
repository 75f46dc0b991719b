/** The numbers of all advisory locks. Never reuse a number: during an upgrade, replicas of two versions share them. */
export const lockNumbers = {
  migration: 7_026_201,
  auditSealing: 7_316_031,
  demoSeed: 7_316_032,
  statFolding: 7_316_033,
  registerImport: 7_316_034,
} as const
