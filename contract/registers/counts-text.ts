/** `60,000 niches, 1 person`. */
export const countsText = ({ niches, people }: { niches: number; people: number }): string =>
  `${niches.toLocaleString('en')} ${niches === 1 ? 'niche' : 'niches'}, ${people.toLocaleString('en')} ${people === 1 ? 'person' : 'people'}`
