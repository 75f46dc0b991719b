import { houseApi } from '#contract/house/api.ts'
import { type App, serve } from '#server/http/serve.ts'
import { readHouse } from './actions.ts'
import { openHouse, saveHouse } from './house-details.ts'

export async function houseRoutes(app: App) {
  serve(app, houseApi.read, (context) => readHouse(context))
  serve(app, houseApi.save, (context, { body }) => saveHouse(context, body))
  serve(app, houseApi.open, (context) => openHouse(context))
}
