/** Page scroll, broken words, codes, amounts and dates in tables, selects that cut their text, tables outside their place, and text over text. Runs in the page, so it can use nothing that is declared outside it. */
export function findLayoutProblems(): string[] {
  const found: string[] = []
  const isChinese = document.documentElement.lang.startsWith('zh')
  const { clientWidth, scrollWidth } = document.documentElement
  if (scrollWidth > clientWidth + 1) found.push(`the page is ${scrollWidth} px wide in ${clientWidth} px`)

  for (const table of document.querySelectorAll<HTMLTableElement>('table:not([role=grid])')) {
    const place = table.parentElement?.getBoundingClientRect()
    const over = Math.round(table.getBoundingClientRect().right - (place?.right ?? 0))
    if (over > 1) found.push(`the table "${table.caption?.textContent}" is ${over} px wider than its place`)
  }

  interface Box {
    left: number
    right: number
    top: number
    bottom: number
  }
  const everywhere: Box = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity }
  const intersect = (one: Box, other: Box): Box => ({
    left: Math.max(one.left, other.left),
    right: Math.min(one.right, other.right),
    top: Math.max(one.top, other.top),
    bottom: Math.min(one.bottom, other.bottom),
  })
  const clips = new Map<Element, Box>()
  const layers = new Map<Element, Element | null>()
  /** The part of the page in which an element can be seen: scrolling boxes, and what is hidden visually, cut their content. */
  const clipOf = (element: Element | null): Box => {
    if (!element) return everywhere
    const known = clips.get(element)
    if (known) return known
    const { overflowX, clipPath, position } = getComputedStyle(element)
    const outer = clipOf(element.parentElement)
    // What stays in place while the page scrolls lies above it on purpose, as a dialog does.
    const isLayer = /fixed|sticky/.test(position) || element.matches('dialog, :popover-open')
    layers.set(element, isLayer ? element : (layers.get(element.parentElement ?? element) ?? null))
    const cuts = element !== document.body && (overflowX !== 'visible' || clipPath !== 'none')
    const clip = cuts ? intersect(outer, element.getBoundingClientRect()) : outer
    clips.set(element, clip)
    return clip
  }

  const linesOf = (rects: Iterable<DOMRect>) => new Set([...rects].map(({ bottom }) => Math.round(bottom))).size
  const widthOf = (rects: DOMRect[]) => rects.reduce((sum, { width }) => sum + width, 0)
  /** Codes of certificates, IDs, tags and codes of niches, unit numbers and amounts. */
  const unbreakable =
    /\b(?:[\dA-Z]{4}-){3}[\dA-Z]{4}\b|\b[A-Z]{1,4}-[\dA-Z]+(?:-[\dA-Z]+)*\b|#\d+-\d+|\bSGD [\d,]+\.\d\d/g
  /** Dates are checked in tables, where a narrow column is usual. */
  const day = /\b(?:\d{1,2} )?[A-Z][a-z]{2} \d{4}\b/g
  const lines: (Box & { node: Node; text: string; layer: Element | null })[] = []
  const range = document.createRange()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = (node.nodeValue ?? '').replaceAll(/\S+:\/\/\S+/g, (url) => ' '.repeat(url.length))
    const element = node.parentElement
    if (!element || !text.trim()) continue
    // This comes before measuring, because that lays out what a closed <details> hides, once for each text.
    if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue
    range.selectNodeContents(node)
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
    if (rects.length === 0) continue
    const clip = clipOf(element)
    const layer = layers.get(element) ?? null
    for (const rect of rects) {
      // Line boxes may touch, but the middle of two lines never does.
      const middle = {
        ...intersect(rect, clip),
        top: rect.top + rect.height / 4,
        bottom: rect.bottom - rect.height / 4,
      }
      const seen = intersect(middle, clip)
      if (seen.right - seen.left > 3 && seen.bottom - seen.top > 3) lines.push({ ...seen, node, text, layer })
    }
    if (linesOf(rects) < 2 || clip.right - clip.left < 2) continue
    const size = Number.parseFloat(getComputedStyle(element).fontSize)
    const whole = [...text.matchAll(unbreakable), ...(element.closest('td') ? text.matchAll(day) : [])]
    for (const { 0: part, index } of whole) {
      range.setStart(node, index)
      range.setEnd(node, index + part.length)
      const parts = [...range.getClientRects()]
      const place = element.closest('h1, h2, h3, td, dd, li, p, div')?.clientWidth ?? clientWidth
      // The space at which a text breaks has no width.
      const space = part.includes(' ') ? size / 3 : 0
      if (linesOf(parts) > 1 && widthOf(parts) + space < place) found.push(`"${part}" is broken`)
    }
    // Chinese has no spaces: on a page in Chinese, a line may begin with any character. On others, only names are Chinese.
    const words = [
      ...text.matchAll(
        /(?<![^\s\u200b/\u2010-\u2015-])[^\s\u200b/\u2010-\u2015-]{2,24}(?![^\s\u200b/\u2010-\u2015-])/g,
      ),
    ].filter(([word]) => !isChinese || !/\p{Script=Han}/u.test(word))
    // A word is only broken if it is wider than a line. Measuring each word takes long, so first a bound.
    const longest = Math.max(...words.map(([word]) => word.length)) * 1.2 * size
    if (rects.some(({ width }) => width > longest)) continue
    /** A word may break if it is wider than 24 ordinary letters, or than a phone shows of letters this large. */
    const excused = Math.min(14.4 * size, clientWidth - 96)
    for (const { 0: word, index } of words) {
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const parts = [...range.getClientRects()]
      if (linesOf(parts) > 1 && widthOf(parts) < excused) found.push(`the word "${word}" is broken`)
    }
  }

  const brush = document.createElement('canvas').getContext('2d')
  for (const select of document.querySelectorAll('select')) {
    if (!brush || !select.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue
    const { fontStyle, fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(select)
    // `font` is empty in a copy, which has no kerning.
    brush.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`
    const chosen = select.selectedOptions[0]?.label ?? ''
    const needed = brush.measureText(chosen).width
    const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    if (needed > room + 1 && needed < Math.min(14.4 * Number.parseFloat(fontSize), clientWidth - 96))
      found.push(`the select "${chosen}" is cut`)
  }

  lines.sort((one, other) => one.top - other.top)
  for (const [at, line] of lines.entries()) {
    for (let next = at + 1; next < lines.length; next++) {
      const below = lines[next]
      if (!below || below.top > line.bottom) break
      const { left, right, top, bottom } = intersect(line, below)
      // A text that is cut at the end of its line has the part that is seen and the whole.
      if (line.node === below.node) continue
      if (line.layer === below.layer && right - left > 2 && bottom - top > 2)
        found.push(`"${line.text.slice(0, 20)}" and "${below.text.slice(0, 20)}" are on top of each other`)
    }
  }
  return [...new Set(found)]
}
