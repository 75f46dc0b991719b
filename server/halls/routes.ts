import { hallApi } from '#contract/halls/api.ts'
import { photoApi } from '#contract/halls/photo-api.ts'
import { createPictureSender } from '#server/http/public-pictures.ts'
import { type App, serve } from '#server/http/serve.ts'
import { changeCapacity } from './change-capacity.ts'
import { deleteBlock, deleteHall, deleteLevel } from './delete-unused.ts'
import { deleteDraft, getDraft, saveDraft } from './drafts.ts'
import {
  addHall,
  addLevel,
  changeHall,
  changeLevel,
  changeNumbering,
  measureOpening,
  measureRows,
  renameBlock,
} from './manage-halls.ts'
import { changeOpeningTime } from './opening-times.ts'
import { addPhoto, findPhoto, listPhotos, removePhoto } from './photos.ts'
import { changePrices, withdrawPriceChange } from './price-changes.ts'
import { publishBlocks, publishDraft } from './publish.ts'
import { listHallOverviews, listPriceChanges } from './queries.ts'
import { retireNiches } from './retire-niches.ts'

export async function hallRoutes(app: App) {
  const { db } = app.services.database
  /** A photograph is never changed, only removed. */
  const sendPhoto = {
    small: createPictureSender((photoID) => findPhoto(db, 'small', photoID)),
    large: createPictureSender((photoID) => findPhoto(db, 'large', photoID)),
  }
  serve(app, hallApi.list, ({ db }) => listHallOverviews(db))
  serve(app, hallApi.add, (context, { body }) => addHall(context, body))
  serve(app, hallApi.change, (context, { body }) => changeHall(context, body))
  serve(app, photoApi.list, ({ db }, { params }) => listPhotos(db, params.buildingID))
  serve(app, photoApi.photo, (context, { query }, reply) => sendPhoto[query.size](context, query.photoID, reply))
  serve(app, photoApi.add, (context, { body, files }) => addPhoto(context, body, files))
  serve(app, photoApi.remove, (context, { body }) => removePhoto(context, body.photoID))
  serve(app, hallApi.addLevel, (context, { body }) => addLevel(context, body))
  serve(app, hallApi.changeLevel, (context, { body }) => changeLevel(context, body))
  serve(app, hallApi.renameBlock, (context, { body }) => renameBlock(context, body))
  serve(app, hallApi.draft, (context, { query }) => getDraft(context, query.draftID))
  serve(app, hallApi.saveDraft, (context, { body }) => saveDraft(context, body))
  serve(app, hallApi.deleteDraft, (context, { body }) => deleteDraft(context, body.draftID))
  serve(app, hallApi.publish, (context, { body }) => publishDraft(context, body))
  serve(app, hallApi.publishBlocks, (context, { body }) => publishBlocks(context, body))
  serve(app, hallApi.changeOpening, (context, { body }) => changeOpeningTime(context, body))
  serve(app, hallApi.changeNumbering, (context, { body }) => changeNumbering(context, body))
  serve(app, hallApi.deleteBlock, (context, { body }) => deleteBlock(context, body.blockID))
  serve(app, hallApi.deleteLevel, (context, { body }) => deleteLevel(context, body.levelID))
  serve(app, hallApi.deleteHall, (context, { body }) => deleteHall(context, body.buildingID))
  serve(app, hallApi.measureOpening, (context, { body }) => measureOpening(context, body))
  serve(app, hallApi.measureRows, (context, { body }) => measureRows(context, body))
  serve(app, hallApi.priceChanges, ({ db }, { query }) => listPriceChanges(db, query))
  serve(app, hallApi.changePrices, (context, { body }) => changePrices(context, body))
  serve(app, hallApi.withdrawPrices, (context, { body }) => withdrawPriceChange(context, body.changeID))
  serve(app, hallApi.changeCapacity, (context, { body }) => changeCapacity(context, body))
  serve(app, hallApi.retire, (context, { body }) => retireNiches(context, body))
}
