import type { Page } from '@playwright/test'
import type { House } from '#contract/house/api.ts'
import type { PicturedHall } from '#contract/niches/explore-api.ts'
import type { Words } from '#contract/words/t.ts'

/**
 * Everything that people read or hear on a page, besides codes, in its order: texts, then attributes, then the title. Without the English of a
 * paper that is printed in two languages.
 */
export const readPage = (page: Page) =>
  page.evaluate(() => {
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('script, style, noscript, code, [lang=en]')) texts.push(node.nodeValue ?? '')
    const names = ['aria-label', 'placeholder', 'alt', 'title']
    const attributes = [...document.body.querySelectorAll(':not([aria-hidden=true])')].flatMap((element) =>
      names.flatMap((name) => element.getAttribute(name) ?? []),
    )
    return { texts, attributes: [...attributes, document.title] }
  })

/** What the house has typed itself, and the names of halls and blocks: these are not translated. */
export async function readOwnWords(page: Page): Promise<string[]> {
  const house = (await (await page.request.get('/api/house')).json()) as House
  const halls = (await (await page.request.get('/api/explore/halls')).json()) as PicturedHall[]
  const details = Object.values(house).filter((value) => typeof value === 'string')
  const prices = (await (await page.request.get('/api/explore/prices')).json()) as { name: string }[]
  const directions = halls.map(({ directions = '' }) => directions)
  return [
    ...details,
    ...details.flatMap((text) => text.split(/\n|: /)),
    ...halls.map((hall) => hall.buildingName),
    ...directions,
    ...prices.map(({ name }) => name),
  ]
    .map((text) => text.replace(/\.+$/, '').trim())
    .filter((text) => text.length > 1)
    .sort((one, other) => other.length - one.length)
}

/** Leaves codes whole: a booking ID may contain a known word such as `MB`. */
const withoutAll = (text: string, known: readonly string[]) =>
  known.reduce((rest, each) => {
    const exact = each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return rest.replace(new RegExp(`${exact}(?![\\dA-Za-z])`, 'g'), ' ')
  }, text)

/** Codes, addresses, amounts, days as `Intl` and the lunar calendar write them, and languages by their own names. */
const codes =
  /Hall [\da-f]{8}|[A-Z]{1,4}-[\dA-Za-z-]+|T[\da-f]{8}-\d+|\S+@\S+|\bSGD\b|English|简体中文|繁體中文|^(EN|[简繁])$|日?星期.|农历\p{Script=Han}+|\b[A-Z]\b/gu

/** The brackets of the pseudo-language. No font or text has them otherwise. */
const [open, close] = ['⟦', '⟧']

/** Every sentence in brackets and 40 % longer, with its gaps. */
export const toPseudoLanguage = (words: Words): Words =>
  Object.fromEntries(
    Object.keys(words).map((english) => {
      const filler = 'lorem ipsum dolor sit amet consectetur '.repeat(12).slice(0, Math.ceil(english.length * 0.4))
      return [english, `${open}${english}${english.length < 12 ? filler.replaceAll(' ', '') : ` ${filler}`}${close}`]
    }),
  )

/** Words outside brackets. A sentence may go on over several elements. */
export function findUnbracketed(texts: readonly string[], known: readonly string[]): string[] {
  let depth = 0
  return texts.flatMap((text) => {
    let outside = ''
    for (const character of text) {
      if (character === open) depth += 1
      if (depth === 0) outside += character
      if (character === close) depth -= 1
    }
    const rest = withoutAll(outside, known).replace(codes, ' ')
    return /\p{L}{2}/u.test(rest) ? [rest.trim()] : []
  })
}

/** Latin words, besides names, codes and e-mail addresses. */
export const findLatin = (texts: readonly string[], known: readonly string[]): string[] =>
  texts.flatMap((text) => {
    const rest = withoutAll(text, known).replace(codes, ' ')
    return /[A-Za-z]{2}/.test(rest) ? [rest.trim()] : []
  })
