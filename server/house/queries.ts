import { eq, getTableColumns, min, sql } from 'drizzle-orm'
import type { TaxRules } from '#contract/house/tax.ts'
import { defaultSteps } from '#contract/rights/after-end.ts'
import type { HouseRules } from '#contract/rights/term.ts'
import { preparedStatement } from '#server/database/prepared.ts'
import { blocks, house, houseLogo } from '#server/database/schema.ts'
import { type Db, only } from '#server/ports/database.ts'

/** The list of reasons and the limits are for staff only, and what is read here goes into public pages. Bills read the rules of the tax. */
const {
  isOnly: _,
  denialReasons: __,
  settleAloneCents: ___,
  taxNumber,
  taxRegisteredOn,
  taxRates,
  taxRounding,
  waiveAloneCents: ____,
  rightBasis,
  rightYears,
  rightUntil,
  rightExtensionYears,
  rightExtensionTimes,
  rightRulesAt,
  claimDays,
  rightSteps,
  earlierIssuer,
  earlierName,
  ...details
} = getTableColumns(house)
const taxColumns = { taxNumber, taxRegisteredOn, taxRates, taxRounding }
const rightColumns = {
  basis: rightBasis,
  years: rightYears,
  until: rightUntil,
  extensionYears: rightExtensionYears,
  extensionTimes: rightExtensionTimes,
  since: rightRulesAt,
  claimDays,
}

export type HouseRow = Pick<typeof house.$inferSelect, keyof typeof details>

/** Undefined until the details are saved for the first time. */
export const findHouse = (db: Db): Promise<HouseRow | undefined> => savedDetails(db).execute().then(only)

const savedDetails = preparedStatement((db) => db.select(details).from(house).prepare('details_of_house'))

export const lockHouse = (db: Db): Promise<HouseRow | undefined> =>
  db.select(details).from(house).for('update').then(only)

export const upsertHouse = (db: Db, row: HouseRow) =>
  db.insert(house).values(row).onConflictDoUpdate({ target: house.isOnly, set: row })

/** Open is a house with a published block that can be booked; a block has an opening time only until then. */
export const findOpening = (db: Db): Promise<{ isOpen: boolean; opensAt: Date | null }> =>
  db
    .select({
      isOpen: sql<boolean>`coalesce(bool_or(${blocks.opensAt} is null), false)`,
      opensAt: min(blocks.opensAt),
    })
    .from(blocks)
    .where(eq(blocks.isDraft, false))
    .then(([found]) => found ?? { isOpen: false, opensAt: null })

export const findDenialReasons = async (db: Db): Promise<string> =>
  (await db.select({ reasons: house.denialReasons }).from(house))[0]?.reasons ?? ''

/** False if the details of the house are not saved yet. */
export const updateDenialReasons = async (db: Db, denialReasons: string): Promise<boolean> =>
  (await db.update(house).set({ denialReasons }).returning({ isOnly: house.isOnly })).length > 0

const limits = { settleAloneCents: house.settleAloneCents, waiveAloneCents: house.waiveAloneCents }

/** The limits of the house; before the details are saved, the defaults of the columns. */
export const findLimits = async (db: Db) => {
  const [found] = await db.select(limits).from(house)
  return (
    found ?? {
      settleAloneCents: Number(house.settleAloneCents.default),
      waiveAloneCents: Number(house.waiveAloneCents.default),
    }
  )
}

/** False if the details of the house are not saved yet. */
export const updateLimits = async (db: Db, set: { settleAloneCents: number; waiveAloneCents: number }) =>
  (await db.update(house).set(set).returning({ isOnly: house.isOnly })).length > 0

/** Undefined until the details of the house are saved. The rounding is null until it was chosen. */
export const findTaxRules = async (db: Db) => (await db.select(taxColumns).from(house))[0]

/** False if the details of the house are not saved yet. */
export const updateTaxRules = async (db: Db, { taxRegisteredOn, taxRounding, ...rules }: TaxRules): Promise<boolean> =>
  (
    await db
      .update(house)
      .set({
        ...rules,
        taxRegisteredOn: taxRegisteredOn || null,
        /** A house that is not registered has not chosen yet. */
        ...(rules.taxNumber && { taxRounding }),
      })
      .returning({ isOnly: house.isOnly })
  ).length > 0

/** Undefined until the details of the house are saved. */
export const findRightRules = async (db: Db) => (await db.select(rightColumns).from(house))[0]

/** False if the details of the house are not saved yet. */
export const updateRightRules = async (
  db: Db,
  rules: HouseRules,
  claimDays: number | undefined,
  at: Date,
): Promise<boolean> =>
  (
    await db
      .update(house)
      .set({
        rightBasis: rules.basis,
        rightYears: rules.years,
        rightUntil: rules.until,
        rightExtensionYears: rules.extensionYears,
        rightExtensionTimes: rules.extensionTimes,
        rightRulesAt: at,
        ...(claimDays !== undefined && { claimDays }),
      })
      .returning({ isOnly: house.isOnly })
  ).length > 0

/** The steps of the house; before the details are saved, those of a house that has said nothing. */
export const findEndSteps = async (db: Db): Promise<string> =>
  (await db.select({ rightSteps }).from(house))[0]?.rightSteps ?? defaultSteps

/** False if the details of the house are not saved yet. */
export const updateEndSteps = async (db: Db, steps: string): Promise<boolean> =>
  (await db.update(house).set({ rightSteps: steps }).returning({ isOnly: house.isOnly })).length > 0

/** Both are null if no receipt is older than the bills. */
export const findEarlierIssuer = (db: Db) => db.select({ earlierIssuer, earlierName }).from(house).then(only)

export type LogoRow = Omit<typeof houseLogo.$inferSelect, 'isOnly'>

export const findLogoVersion = async (db: Db): Promise<string | undefined> =>
  (await db.select({ version: houseLogo.version }).from(houseLogo))[0]?.version

export const findLogo = async (db: Db, version: string): Promise<LogoRow | undefined> =>
  (await db.select().from(houseLogo).where(eq(houseLogo.version, version)))[0]

export const upsertLogo = (db: Db, row: LogoRow) =>
  db.insert(houseLogo).values(row).onConflictDoUpdate({ target: houseLogo.isOnly, set: row })

export const deleteLogo = async (db: Db): Promise<boolean> =>
  (await db.delete(houseLogo).returning({ version: houseLogo.version })).length > 0
