/** A name in one script. */
interface WrittenName {
  text: string
  /** The `lang` attribute, by which a browser chooses the glyphs and a screen reader the voice. */
  lang?: 'zh' | 'ta'
}

/** Splits a name in two scripts, such as `Tan Ah Kow 陈亚九`, into its parts. Other names stay whole. */
export function nameByScript(name: string): WrittenName[] {
  const words = name.split(/[\s()（）]+/).filter(Boolean)
  const latin = words.filter((word) => /\p{Script=Latin}/u.test(word))
  const other = words.filter((word) => !/\p{Script=Latin}/u.test(word))
  const isApart = [
    [...latin, ...other],
    [...other, ...latin],
  ].some((order) => order.every((word, at) => word === words[at]))
  if (latin.length === 0 || !other.some((word) => /\p{L}/u.test(word)) || !isApart) return [withLanguage(name)]
  return [{ text: latin.join(' ') }, withLanguage(other.join(' '))]
}

function withLanguage(text: string): WrittenName {
  if (/\p{Script=Latin}/u.test(text)) return { text }
  if (/\p{Script=Han}/u.test(text)) return { text, lang: 'zh' }
  return /\p{Script=Tamil}/u.test(text) ? { text, lang: 'ta' } : { text }
}

/**
 * The letter on the avatar of a person: 陳 for 陳大文, `T` for Tan Ah Kow. Family names come first in Chinese names, and given names in
 * Malay, Indian and European ones, so it is always that of the first word after brackets and titles. Empty for a name without letters.
 */
export function initialOf(name: string): string {
  const words = name.normalize('NFC').match(/[\p{L}\p{N}][^\s()（）]*/gu) ?? []
  const first = words.find((word) => !titles.has(word.replaceAll(/\P{L}/gu, '').toLowerCase())) ?? words[0] ?? ''
  return /^.\p{M}*/u.exec(first)?.[0].toUpperCase() ?? ''
}

/** Written before names in Singapore. `Sri`, `Tuan` and `Sultan` are names too. */
const titles = new Set(
  'mr mrs ms mdm madam miss dr prof rev haji hajah hajjah hj hjh encik puan cik dato datin datuk'.split(' '),
)
