import { houseApi } from '#contract/house/api.ts'
import { type App, serve } from '#server/http/serve.ts'
import { readDenialReasons, saveDenialReasons, saveHouse } from './house-details.ts'
import { readOpenHouse } from './public.ts'

export async function houseRoutes(app: App) {
  serve(app, houseApi.read, (context) => readOpenHouse(context))
  serve(app, houseApi.save, (context, { body }) => saveHouse(context, body))
  serve(app, houseApi.denialReasons, (context) => readDenialReasons(context))
  serve(app, houseApi.saveDenialReasons, (context, { body }) => saveDenialReasons(context, body))
}
