import { houseApi } from '#contract/house/api.ts'
import { rightRulesApi } from '#contract/house/right-rules-api.ts'
import { toRightRules } from '#contract/rights/house-rules.ts'
import { createPictureSender } from '#server/http/public-pictures.ts'
import { type App, serve } from '#server/http/serve.ts'
import {
  readDenialReasons,
  readLimits,
  saveDenialReasons,
  saveEndSteps,
  saveHouse,
  saveLimits,
  saveRightRules,
  saveTaxRules,
  type TellOfChange,
} from './house-details.ts'
import { removeLogo, saveLogo } from './logo.ts'
import { readClaimDays, readOpenHouse, readRightRules, readTaxRules } from './public.ts'
import { findEndSteps, findLogo } from './queries.ts'

export async function houseRoutes(app: App, tellOfChange: TellOfChange) {
  /** Another picture has another version. */
  const sendLogo = createPictureSender((version) => findLogo(app.services.database.db, version))
  serve(app, houseApi.read, (context) => readOpenHouse(context))
  serve(app, houseApi.save, (context, { body }) => saveHouse(context, body, tellOfChange))
  serve(app, houseApi.logo, (context, { query }, reply) => sendLogo(context, query.version, reply))
  serve(app, houseApi.saveLogo, (context, { files }) => saveLogo(context, files.logo))
  serve(app, houseApi.removeLogo, (context) => removeLogo(context))
  serve(app, houseApi.denialReasons, (context) => readDenialReasons(context))
  serve(app, houseApi.saveDenialReasons, (context, { body }) => saveDenialReasons(context, body))
  serve(app, houseApi.taxRules, (context) => readTaxRules(context))
  serve(app, houseApi.saveTaxRules, (context, { body }) => saveTaxRules(context, body, tellOfChange))
  serve(app, rightRulesApi.rightRules, async (context) => ({
    ...toRightRules(await readRightRules(context)),
    claimDays: String(await readClaimDays(context)),
  }))
  serve(app, rightRulesApi.saveRightRules, (context, { body }) => saveRightRules(context, body, tellOfChange))
  serve(app, rightRulesApi.endSteps, async ({ db }) => ({ steps: await findEndSteps(db) }))
  serve(app, rightRulesApi.saveEndSteps, (context, { body }) => saveEndSteps(context, body, tellOfChange))
  serve(app, houseApi.limits, (context) => readLimits(context))
  serve(app, houseApi.saveLimits, (context, { body }) => saveLimits(context, body, tellOfChange))
}
