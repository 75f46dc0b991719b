import { toDay } from '#contract/dates.ts'
import type { DenialReasons, HouseDetails, HouseLimits } from '#contract/house/api.ts'
import type { TaxRules } from '#contract/house/tax.ts'
import { toAmount, toCents } from '#contract/money.ts'
import type { EndSteps } from '#contract/rights/after-end.ts'
import { type RightRules, toHouseRules } from '#contract/rights/house-rules.ts'
import { describeRules } from '#contract/rights/term.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { notifyHouseChanged } from './house-pages.ts'
import { readClaimDays, readHouseLimits, readOpenHouse, readRightRules, readTaxRules } from './public.ts'
import {
  findDenialReasons,
  findEndSteps,
  findTaxRules,
  type HouseRow,
  lockHouse,
  updateDenialReasons,
  updateEndSteps,
  updateLimits,
  updateRightRules,
  updateTaxRules,
  upsertHouse,
} from './queries.ts'

/** What tells families with whom they speak, in letters, on pages and on receipts. */
const contactDetails = ['name', 'address', 'telephone', 'email', 'registrationNumber'] as const

type Changed = 'contact' | 'limits' | 'taxRules' | 'rightRules'
/** Tells all admins of changes, each from the old value to the new one. Handed in, because letters are a domain above this one. */
export type TellOfChange = (context: SignedInContext, what: Changed, changes: Record<string, string>) => Promise<void>

export const saveHouse = (context: SignedInContext, details: HouseDetails, tellOfChange: TellOfChange) =>
  inTransaction(context, async (context) => {
    const before = await lockHouse(context.db)
    await upsertHouse(context.db, details)
    const changes = changesBetween(before, details)
    await record(context, 'house.changed', 'house', changes)
    const inContact = contactDetails.filter((name) => name in changes)
    if (before)
      await tellOfChange(context, 'contact', Object.fromEntries(inContact.map((name) => [name, String(changes[name])])))
    context.afterCommit(() => notifyHouseChanged(context))
    return readOpenHouse(context)
  })

/** The old and the new value of what has changed, for the audit log. */
function changesBetween(before: HouseRow | undefined, after: HouseDetails) {
  const names = Object.keys(after) as (keyof HouseDetails)[]
  const changed = names.filter((name) => before?.[name] !== after[name])
  return Object.fromEntries(changed.map((name) => [name, before ? `${before[name]} → ${after[name]}` : after[name]]))
}

export const readDenialReasons = async ({ db }: SignedInContext): Promise<DenialReasons> => ({
  reasons: await findDenialReasons(db),
})

export const saveDenialReasons = (context: SignedInContext, { reasons }: DenialReasons) =>
  inTransaction(context, async (context) => {
    if (!(await updateDenialReasons(context.db, reasons))) throw new AppError('NOT_FOUND')
    await record(context, 'house.changed', 'house', { denialReasons: reasons })
  })

export async function readLimits(context: SignedInContext) {
  const { settleAloneCents, waiveAloneCents } = await readHouseLimits(context)
  return { settleAlone: toAmount(settleAloneCents), waiveAlone: toAmount(waiveAloneCents) }
}

export const saveLimits = (context: SignedInContext, sent: HouseLimits, tellOfChange: TellOfChange) =>
  inTransaction(context, async (context) => {
    const before = await readLimits(context)
    const { settleAlone, waiveAlone = before.waiveAlone } = sent
    const set = { settleAloneCents: toCents(settleAlone) ?? 0, waiveAloneCents: toCents(waiveAlone) ?? 0 }
    if (!(await updateLimits(context.db, set))) throw new AppError('NOT_FOUND')
    const changes = {
      ...(settleAlone !== before.settleAlone && { settleAlone: `${before.settleAlone} → ${settleAlone}` }),
      ...(waiveAlone !== before.waiveAlone && { waiveAlone: `${before.waiveAlone} → ${waiveAlone}` }),
    }
    await record(context, 'house.changed', 'house', changes)
    await tellOfChange(context, 'limits', changes)
  })

/** Bills that were written before stay as they are. */
export const saveTaxRules = (context: SignedInContext, rules: TaxRules, tellOfChange: TellOfChange) =>
  inTransaction(context, async (context) => {
    await lockHouse(context.db)
    const before = await readTaxRules(context)
    const chosen = (await findTaxRules(context.db))?.taxRounding
    if (rules.taxNumber && chosen && chosen !== rules.taxRounding) throw new AppError('ROUNDING_CHOSEN')
    if (!(await updateTaxRules(context.db, rules))) throw new AppError('NOT_FOUND')
    const names = Object.keys(rules) as (keyof TaxRules)[]
    const changed = names.filter((name) => before[name] !== rules[name])
    const changes = Object.fromEntries(
      changed.map((name) => [name, `${before[name] || 'none'} → ${rules[name] || 'none'}`]),
    )
    await record(context, 'house.changed', 'house', changes)
    await tellOfChange(context, 'taxRules', changes)
  })

/** Rights that were granted before keep their term. */
export const saveRightRules = (context: SignedInContext, sent: RightRules, tellOfChange: TellOfChange) =>
  inTransaction(context, async (context) => {
    await lockHouse(context.db)
    const before = await readRightRules(context)
    const rules = toHouseRules(sent)
    if (rules.until && rules.until < toDay(context.clock())) throw new AppError('RIGHT_END_PASSED')
    const daysBefore = await readClaimDays(context)
    const claimDays = sent.claimDays === undefined ? daysBefore : Number(sent.claimDays)
    if (!(await updateRightRules(context.db, rules, claimDays, context.clock()))) throw new AppError('NOT_FOUND')
    const [from, to] = [before, rules].map(describeRules)
    const changes = {
      ...(from !== to && { rights: `${from} → ${to}` }),
      ...(claimDays !== daysBefore && { claimDays: `${daysBefore} → ${claimDays}` }),
    }
    await record(context, 'house.changed', 'house', changes)
    await tellOfChange(context, 'rightRules', changes)
  })

/** A right whose first step is recorded keeps the list of that day. */
export const saveEndSteps = (context: SignedInContext, { steps }: EndSteps, tellOfChange: TellOfChange) =>
  inTransaction(context, async (context) => {
    await lockHouse(context.db)
    const before = await findEndSteps(context.db)
    if (!(await updateEndSteps(context.db, steps))) throw new AppError('NOT_FOUND')
    const [from, to] = [before, steps].map((text) => text.trim().replaceAll('\n', ', '))
    const changes = { ...(from !== to && { stepsAfterEnd: `${from} → ${to}` }) }
    await record(context, 'house.changed', 'house', changes)
    await tellOfChange(context, 'rightRules', changes)
  })
