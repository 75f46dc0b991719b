import { useSyncExternalStore } from 'react'
import type { House } from '#contract/house/api.ts'
import { blankHouse, type HouseTexts, houseDataID, houseMarker, toHouseTexts } from '#contract/house/house-texts.ts'
import { createListeners } from '#web/core/listeners.ts'

interface KnownHouse {
  house: House
  texts: HouseTexts
}

const empty: House = { ...blankHouse, holdMinutes: 30, logo: '', isOpen: true }

const isPrerendering = typeof document === 'undefined'
const { subscribe, notify } = createListeners()
let known: KnownHouse = isPrerendering
  ? { house: empty, texts: new Proxy({} as HouseTexts, { get: (_, name) => houseMarker(String(name)) }) }
  : withTexts(readFromPage() ?? empty)

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
  known = withTexts(house)
  notify()
}

export const useHouse = (): House => useKnown().house
/** What pages write about the house. Prerendered pages may only show these, whole, and not decide by them. */
export const useHouseTexts = (): HouseTexts => useKnown().texts

/** The URL of the logo. Empty until a prerendered page has taken over, because the server does not fill it in there. */
export const useLogo = (): string =>
  useSyncExternalStore(
    subscribe,
    () => known.house.logo,
    () => '',
  )

const getKnown = () => known
const useKnown = () => useSyncExternalStore(subscribe, getKnown, getKnown)

function withTexts(house: House): KnownHouse {
  return { house, texts: toHouseTexts(house) }
}
