import { toHouseTexts } from '#contract/house/house-texts.ts'
import type { Language } from '#contract/words/languages.ts'
import { speakerOf } from '#contract/words/speaker-of.ts'
import { english, type Speaker } from '#contract/words/t.ts'
import { words as chinese } from '#contract/words/zh-Hans/house.ts'
import { traditionalWords } from '#contract/words/zh-Hant/traditional.ts'
import type { Context, Services } from '#server/core/context.ts'
import { once } from '#server/core/once.ts'
import type { PageTexts } from '#server/http/static-pages.ts'
import { readOpenHouse } from './public.ts'

const channel = 'house'

/** Every replica then reads the house again for its pages. */
export const notifyHouseChanged = ({ notify }: Pick<Context, 'notify'>) => notify(channel, '')

/** How old the texts of a house that is not open yet may be, because nobody is notified when its first block opens. */
const maxAgeBeforeOpeningMs = 1000

interface Known {
  texts: Record<Language, PageTexts>
  isOpen: boolean
  version: number
  readAt: number
}

/** Reads what pages say about the house: again only after a change, and the last known texts if the database does not answer. */
export function createHouseTexts({
  database,
  config,
  clock,
  log,
}: Services): (language?: Language) => Promise<PageTexts> {
  let known: Known | undefined
  let version = 0

  const forget = () => {
    version += 1
  }
  const listen = once(() => database.listen(channel, forget))

  /** The same object as long as nothing has changed, so that pages are not filled in again. */
  const read = async (): Promise<Known> => {
    const [readVersion, readAt] = [version, clock().getTime()]
    const house = await readOpenHouse({ db: database.db, config })
    const json = JSON.stringify(house)
    const texts = known?.texts.en.json === json ? known.texts : textsOf(house, { json, origin: config.publicUrl })
    return { texts, isOpen: house.isOpen, version: readVersion, readAt }
  }

  const isFresh = ({ isOpen, readAt, version: readVersion }: Known) =>
    readVersion === version && (isOpen || clock().getTime() - readAt < maxAgeBeforeOpeningMs)

  return async (language = 'en') => {
    if (known && isFresh(known)) return known.texts[language]
    try {
      await listen()
      known = await read()
      return known.texts[language]
    } catch (error) {
      if (!known) throw error
      log.warn({ err: error }, 'the details of the house could not be read; pages show the last known ones')
      return known.texts[language]
    }
  }
}

const speakers: Record<Language, Speaker> = {
  en: english,
  'zh-Hans': speakerOf('zh-Hans', [chinese]),
  'zh-Hant': speakerOf('zh-Hant', [traditionalWords(chinese)]),
}

/** The details themselves are as the house has typed them. */
function textsOf(house: Awaited<ReturnType<typeof readOpenHouse>>, others: PageTexts): Record<Language, PageTexts> {
  const textsIn = (language: Language) => ({ ...toHouseTexts(house, speakers[language]), ...others })
  return { en: textsIn('en'), 'zh-Hans': textsIn('zh-Hans'), 'zh-Hant': textsIn('zh-Hant') }
}
