import { t } from './words/t.ts'

const rules = new Intl.PluralRules('en', { type: 'ordinal' })

/** `3` becomes `3rd`. */
export function ordinal(number: number): string {
  switch (rules.select(number)) {
    case 'one':
      return t`${number}st`
    case 'two':
      return t`${number}nd`
    case 'few':
      return t`${number}rd`
    default:
      return t`${number}th`
  }
}
