import { useSyncExternalStore } from 'react'
import type { House } from '#contract/house/api.ts'
import { blankHouse, type HouseTexts, houseDataID, houseMarker, toHouseTexts } from '#contract/house/house-texts.ts'
import type { Language } from '#contract/words/languages.ts'
import { spoken } from '#contract/words/t.ts'
import { createListeners } from '#web/core/listeners.ts'

interface KnownHouse {
  house: House
  /** Written when a page first needs them, by language. */
  texts: Partial<Record<Language, HouseTexts>>
}

const empty: House = { ...blankHouse, holdMinutes: 30, logo: '', isOpen: true }

const isPrerendering = typeof document === 'undefined'
const markers = new Proxy({} as HouseTexts, { get: (_, name) => houseMarker(String(name)) })
const { subscribe, notify } = createListeners()
let known: KnownHouse = isPrerendering
  ? { house: empty, texts: { en: markers, 'zh-Hans': markers, 'zh-Hant': markers } }
  : { house: readFromPage() ?? empty, texts: {} }

/** The house is read from the page, so that the first render has it; React then finds the same text as the server wrote. */
function readFromPage(): House | undefined {
  const data = document.getElementById(houseDataID)?.textContent ?? ''
  return data.startsWith('{"') ? JSON.parse(data) : undefined
}

/** Needed by the development server, which does not fill in the pages. */
export async function loadHouse() {
  if (readFromPage()) return
  const answer = await fetch('/api/house')
  if (answer.ok) setHouse(await answer.json())
}

export function setHouse(house: House) {
  known = { house, texts: {} }
  notify()
}

export const useHouse = (): House => useKnown().house
/** What pages write about the house. Prerendered pages may only show these, whole, and not decide by them. */
export function useHouseTexts(): HouseTexts {
  const { house, texts } = useKnown()
  const { language } = spoken()
  const written = texts[language] ?? toHouseTexts(house)
  texts[language] = written
  return written
}

/** The URL of the logo. Empty until a prerendered page has taken over, because the server does not fill it in there. */
export const useLogo = (): string =>
  useSyncExternalStore(
    subscribe,
    () => known.house.logo,
    () => '',
  )

const getKnown = () => known
const useKnown = () => useSyncExternalStore(subscribe, getKnown, getKnown)
