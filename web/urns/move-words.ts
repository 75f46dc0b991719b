import type { TwoPersonEvent } from '#contract/urns/moves.ts'

export const moveTitles: Record<TwoPersonEvent, string> = {
  place: 'Place an urn',
  takeOut: 'Take an urn out',
  release: 'Release an urn',
  disprove: 'The niche is empty',
  see: 'The urn is here',
}

/** The buttons on the page of an urn. */
export const moveButtons: Record<TwoPersonEvent, string> = {
  ...moveTitles,
  place: 'Place this urn',
  takeOut: 'Take this urn out',
  release: 'Release this urn',
}

/** What the person is about to do, for the choice of the move. */
export const moveExplanations: Record<TwoPersonEvent, string> = {
  place: 'Into its niche.',
  takeOut: 'Out of its niche.',
  release: 'To the family, from the counter or a shelf.',
  disprove: 'The register was wrong: it says that an urn is here that nobody has seen yet.',
  see: 'The register was right: nobody has seen this urn yet, and it is here.',
}
