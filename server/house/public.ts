import { type HouseDetails, houseApi } from '#contract/house/api.ts'
import { blankHouse, issuerLine } from '#contract/house/house-texts.ts'
import { noTax, type TaxRules } from '#contract/house/tax.ts'
import { type EndStep, readSteps } from '#contract/rights/after-end.ts'
import { leastClaimDays } from '#contract/rights/claim.ts'
import { type HouseRules, perpetual } from '#contract/rights/term.ts'
import type { Context } from '#server/core/context.ts'
import {
  findEarlierIssuer,
  findEndSteps,
  findHouse,
  findLimits,
  findLogoVersion,
  findOpening,
  findRightRules,
  findTaxRules,
} from './queries.ts'

export async function readHouse({ db, config }: Pick<Context, 'db' | 'config'>): Promise<HouseDetails> {
  const { holdMinutes, ...texts } = (await findHouse(db)) ?? { ...blankHouse, holdMinutes: null }
  return { ...texts, holdMinutes: holdMinutes ?? config.holdMinutes }
}

/** The details, the logo, and whether niches can be booked. */
export async function readOpenHouse(context: Pick<Context, 'db' | 'config'>) {
  const { isOpen, opensAt } = await findOpening(context.db)
  const version = await findLogoVersion(context.db)
  const logo = version ? `${houseApi.logo.path}?version=${version}` : ''
  return { ...(await readHouse(context)), logo, isOpen, ...(opensAt && !isOpen && { opensAt }) }
}

/** Whether an admin has saved the details. */
export const hasHouseDetails = async ({ db }: Pick<Context, 'db'>): Promise<boolean> =>
  (await findHouse(db)) !== undefined

/** Amounts above which a second person is needed. */
export const readHouseLimits = ({ db }: Pick<Context, 'db'>) => findLimits(db)

export const readTaxRules = async ({ db }: Pick<Context, 'db'>): Promise<TaxRules> =>
  toTaxRules((await findTaxRules(db)) ?? noTax)

/** A value that is null was not saved yet. */
export const toTaxRules = (row: { [Rule in keyof TaxRules]: TaxRules[Rule] | null }): TaxRules => ({
  taxNumber: row.taxNumber ?? noTax.taxNumber,
  taxRegisteredOn: row.taxRegisteredOn ?? noTax.taxRegisteredOn,
  taxRates: row.taxRates ?? noTax.taxRates,
  taxRounding: row.taxRounding ?? noTax.taxRounding,
})

/** The rules of rights, and since when they hold. Before the details are saved, rights have no end. */
export const readRightRules = async ({ db }: Pick<Context, 'db'>): Promise<HouseRules & { since: Date | null }> =>
  (await findRightRules(db)) ?? { ...perpetual, since: null }

/** How many days others have to object to a claim. */
export const readClaimDays = async ({ db }: Pick<Context, 'db'>): Promise<number> =>
  (await findRightRules(db))?.claimDays ?? leastClaimDays
/** What the house does after the end of a right, in order. */
export const readEndSteps = async ({ db }: Pick<Context, 'db'>): Promise<EndStep[]> => readSteps(await findEndSteps(db))

/** Who issues the receipt of a payment that has no bill, and the name on top of it: what is from before there were bills has the house of then. */
export async function readReceiptIssuer(context: Pick<Context, 'db' | 'config'>, isEarlier: boolean) {
  const { earlierIssuer, earlierName } = (await findEarlierIssuer(context.db)) ?? {}
  if (isEarlier && earlierIssuer) return { houseName: earlierName ?? '', issuer: earlierIssuer.split('\n') }
  const house = await readHouse(context)
  return { houseName: house.name, issuer: [issuerLine(house), house.taxNote].filter(Boolean) }
}
