import type { HouseDetails } from '#contract/house/api.ts'
import { withinSentence } from '#contract/house/house-texts.ts'
import { pathTo } from '#contract/pages.ts'
import { localeOf } from '#contract/words/languages.ts'
import { english, type Speaker, tagOf } from '#contract/words/t.ts'
import type { CalendarFile, Fact, Letter, Recipient } from './letter.ts'
import { nameOr, withoutLinks } from './names.ts'

type Addressed = Pick<Recipient, 'fullName' | 'guardian'>

export interface LetterBody {
  text: string
  html: string
  calendar?: CalendarFile
}

/** A letter as it is written in one language. */
export interface Translated {
  letter: Letter
  speaker: Speaker
}

/**
 * Renders a letter as plain text and as HTML, with the same content in the same order. In another language it is followed by the English,
 * which governs and which staff can read.
 */
export function renderLetter(
  letter: Letter & Addressed,
  publicUrl: string,
  house: HouseDetails,
  translated?: Translated,
): LetterBody {
  const versions = [...(translated ? [translated] : []), { letter, speaker: english }].map((version) =>
    partsOf(version, letter, publicUrl, house),
  )
  return {
    text: versions.map(asText).join('\n----------\n\n'),
    html: asHTML(versions),
    ...(letter.calendar && { calendar: letter.calendar(translated?.speaker ?? english) }),
  }
}

interface LetterParts {
  lang: string
  house: string
  heading: string
  greeting: string
  paragraphs: readonly string[]
  facts: readonly Fact[]
  link: { label: string; url: string } | undefined
  closing: readonly string[]
  signature: readonly string[]
  help: readonly string[]
}

function partsOf({ letter, speaker }: Translated, to: Addressed, publicUrl: string, house: HouseDetails): LetterParts {
  const t = tagOf(speaker)
  const { telephone, email } = house
  const counterHours = speaker.language === 'en' ? withinSentence(house.counterHours) : house.counterHours
  return {
    lang: localeOf(speaker.language),
    house: house.name,
    heading: withoutLinks(letter.subject),
    greeting: withoutLinks(greet(t, to)),
    paragraphs: letter.paragraphs.map(withoutLinks),
    facts: (letter.facts ?? []).map(([label, value]) => [label, withoutLinks(value)] as const),
    link: letter.action && { label: letter.action.label, url: linkTo(letter.action.path, publicUrl) },
    closing: (letter.closing ?? []).map(withoutLinks),
    signature: [t`With care,`, house.name],
    help: [
      /** How to reach the house is left out until its details are entered. */
      ...(telephone ? [t`Need help? Call ${telephone} (${counterHours}) or write to ${email}.`] : []),
      t`Questions and answers: ${linkTo(pathTo('faq'), publicUrl)}`,
    ],
  }
}

function greet(t: ReturnType<typeof tagOf>, { fullName = '', guardian = '' }: Addressed): string {
  const [name, acting] = [nameOr('', fullName), nameOr('', guardian)]
  if (!name) return t`Hello,`
  return acting ? t`Dear ${name}, for whom ${acting} acts,` : t`Dear ${name},`
}

/** `//elsewhere` and `/\elsewhere` look like paths, but a browser treats them as other sites. */
function linkTo(path: string, publicUrl: string): string {
  const home = new URL(publicUrl)
  const url = new URL(path, home)
  if (url.origin !== home.origin) throw new Error(`A letter may only lead to ${home.origin}`)
  return url.href
}

function asText({ lang, greeting, paragraphs, facts, link, closing, signature, help }: LetterParts): string {
  /** A Chinese character is as wide as two letters, and so are these two. */
  const [colon, space] = lang.startsWith('zh') ? ['：', '\u3000'] : [':', ' ']
  const width = Math.max(0, ...facts.map(([label]) => label.length + 1))
  const table = facts.map(([label, value]) => `  ${`${label}${colon}`.padEnd(width, space)}  ${value}`).join('\n')
  const blocks = [
    greeting,
    ...paragraphs,
    table,
    link && `${link.label}${colon}\n${link.url}`,
    ...closing,
    signature.join('\n'),
    help.join('\n'),
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

const font = "font-family:Georgia,'Times New Roman',serif"
const paragraphStyle = 'margin:0 0 16px'
const smallStyle = 'color:#5B6864;font-size:14px'
/** A name or an address may be one long word. Each mail client supports only some of these properties. */
const breaking = 'overflow-wrap:break-word;word-wrap:break-word;word-break:break-word'

/** Styles are inline because many mail clients drop style sheets. */
function asHTML(versions: readonly LetterParts[]): string {
  const [first] = versions
  return `<!doctype html>
<html lang="${first?.lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHTML(first?.heading ?? '')}</title></head>
<body style="margin:0;padding:16px 8px;background:#FAF7F2;color:#1F2A27;${font};font-size:17px;line-height:1.6">
${versions.map(article).join('\n')}
</body>
</html>
`
}

function article({ lang, house, heading, greeting, paragraphs, facts, link, closing, signature, help }: LetterParts) {
  const paragraph = (words: string) => `<p style="${paragraphStyle}">${escapeHTML(words)}</p>`
  return `<div role="article" lang="${lang}" style="max-width:560px;margin:0 auto 16px;padding:24px 16px;background:#FFFFFF;border:1px solid #E4DED3;border-radius:10px;${breaking}">
<p style="margin:0 0 24px;color:#2B5B4E;letter-spacing:0.04em">${escapeHTML(house)}</p>
<h1 style="margin:0 0 24px;font-size:24px;line-height:1.2;font-weight:600">${escapeHTML(heading)}</h1>
${[greeting, ...paragraphs].map(paragraph).join('\n')}
${factList(facts)}
${link ? button(link) : ''}
${closing.map(paragraph).join('\n')}
<p style="margin:24px 0 0">${signature.map(escapeHTML).join('<br>')}</p>
<p style="margin:24px 0 0;${smallStyle}">${help.map(escapeHTML).join('<br>')}</p>
</div>`
}

/** Each value is below its label; side by side they would not fit a small screen. */
function factList(facts: readonly Fact[]): string {
  if (facts.length === 0) return ''
  const label = `margin:0;${smallStyle}`
  const value = 'margin:0 0 8px;padding:0 0 8px;border-bottom:1px solid #E4DED3'
  const items = facts.map(
    ([name, words]) => `<dt style="${label}">${escapeHTML(name)}</dt><dd style="${value}">${escapeHTML(words)}</dd>`,
  )
  return `<dl style="margin:0 0 24px">\n${items.join('\n')}\n</dl>`
}

/** The URL is also written out, for mail clients that strip links. */
function button({ label, url }: { label: string; url: string }): string {
  const href = escapeHTML(url)
  return `<p style="margin:0 0 16px"><a href="${href}" style="display:inline-block;padding:12px 20px;background:#2B5B4E;color:#FFFFFF;text-decoration:none;border-radius:10px;text-align:center">${escapeHTML(label)}</a></p>
<p style="margin:0 0 24px;${smallStyle};word-break:break-all">${href}</p>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHTML = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
