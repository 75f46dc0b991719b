import { toHouseTexts } from '#contract/house/house-texts.ts'
import type { Context, Services } from '#server/context.ts'
import type { PageTexts } from '#server/http/filled-pages.ts'
import { readHouse } from './actions.ts'

const channel = 'house'

/** Every replica then reads the house again for its pages. */
export const notifyHouseChanged = ({ notify }: Pick<Context, 'notify'>) => notify(channel, '')

/** Reads what pages say about the house: again only after a change, and the last known texts if the database does not answer. */
export function createHouseTexts({ database, config, log }: Services): () => Promise<PageTexts> {
  let known: { texts: PageTexts; version: number } | undefined
  let version = 0
  let listening: Promise<unknown> | undefined

  const forget = () => {
    version += 1
  }
  const listen = () => {
    listening ??= database.listen(channel, forget).catch((error: unknown) => {
      listening = undefined
      throw error
    })
    return listening
  }

  return async () => {
    if (known?.version === version) return known.texts
    const readAt = version
    try {
      await listen()
      const house = await readHouse({ db: database.db, config })
      known = { texts: { ...toHouseTexts(house), json: JSON.stringify(house) }, version: readAt }
      return known.texts
    } catch (error) {
      if (!known) throw error
      log.warn({ err: error }, 'the details of the house could not be read; pages show the last known ones')
      return known.texts
    }
  }
}
