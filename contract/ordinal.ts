const endings: Partial<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' }
const rules = new Intl.PluralRules('en', { type: 'ordinal' })

/** `3` becomes `3rd`. */
export const ordinal = (number: number) => `${number}${endings[rules.select(number)] ?? 'th'}`
