import type { Page } from '@playwright/test'

/**
 * The text spacing that WCAG 1.4.12 requires pages to support. It also makes text wider than any substitute font would,
 * so that the result does not depend on the installed fonts.
 */
const spacing = '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }'

/** Everything that sticks out of the window, its own block, or a frame, background or scroll box around it. */
export async function findAllOverflows(page: Page): Promise<string[]> {
  const normal = await page.evaluate(findOverflows)
  await page.evaluate(applyStyleSheet, spacing)
  const spaced = await page.evaluate(findOverflows)
  await page.evaluate(applyStyleSheet, '')
  return [...normal, ...spaced.map((each) => `with wide text: ${each}`)].slice(0, 12)
}

/** A constructed style sheet, because the page's content security policy refuses a style element. */
function applyStyleSheet(css: string) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [sheet]
}

/** Runs in the page, so it can use nothing that is declared outside it. */
function findOverflows(): string[] {
  const tolerance = 1.5
  /** These scroll sideways on purpose: the map of a block, the picture of a wall, and a certificate that was enlarged. */
  const scrollers = '[role=grid], [data-wall], [data-zoom], [class*=sheet] :is(div, a):has(> img), iframe'
  const controls = 'input, select, textarea, option, svg, iframe, audio, video'
  const found: string[] = []
  const width = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth > width + 1)
    found.push(`the page is ${document.documentElement.scrollWidth} px wide in ${width} px`)

  const parentOf = (element: Element): Element | null =>
    element.parentElement ??
    (element.getRootNode() instanceof ShadowRoot ? (element.getRootNode() as ShadowRoot).host : null)
  const nameOf = (element: Element) =>
    `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> "${(element.textContent ?? '').trim().slice(0, 30)}"`

  const isHidden = (element: Element, style: CSSStyleDeclaration) =>
    style.visibility === 'hidden' ||
    style.clipPath !== 'none' ||
    (element.clientWidth <= 1 && style.overflowX === 'hidden')

  const hasEdge = (style: CSSStyleDeclaration) =>
    !/^(rgba\(0, 0, 0, 0\)|transparent)$/.test(style.backgroundColor) ||
    (Number.parseFloat(style.borderLeftWidth) > 0 && Number.parseFloat(style.borderRightWidth) > 0) ||
    style.overflowX !== 'visible'

  /** Walks up from an element and returns the first edge that its content crosses. */
  const findCrossedEdge = (rect: DOMRect, from: Element, isText: boolean): string | undefined => {
    let mustHold = isText
    let skipsTo: Element | null = null
    for (let box: Element | null = from; box && box !== document.body; box = parentOf(box)) {
      const style = getComputedStyle(box)
      if (box.matches(scrollers)) return undefined
      if (skipsTo && box !== skipsTo) continue
      skipsTo = null
      const isInline = style.display === 'inline' || style.display === 'contents'
      if (!isInline && (mustHold || hasEdge(style))) {
        const { left, right } = box.getBoundingClientRect()
        // With pre-wrap, the space at the end of a line may hang over the edge, which nobody sees.
        const hanging = getComputedStyle(from).whiteSpace === 'pre-wrap' ? 0.6 * Number.parseFloat(style.fontSize) : 0
        if (rect.right > right + tolerance + hanging || rect.left < left - tolerance)
          return `${nameOf(from)} sticks out of ${box === from ? 'itself' : nameOf(box)} by ${Math.round(Math.max(rect.right - right, left - rect.left))} px`
        mustHold = false
      }
      if (style.position === 'fixed') break
      if (style.position === 'absolute') skipsTo = (box as HTMLElement).offsetParent
    }
    if (rect.right > width + tolerance || rect.left < -tolerance) return `${nameOf(from)} sticks out of the window`
    return undefined
  }

  /** The answers are remembered, because the ancestors of all elements are the same few. */
  const inHidden = new Map<Element, boolean>()
  const isInHidden = (element: Element): boolean => {
    const known = inHidden.get(element)
    if (known !== undefined) return known
    const parent = parentOf(element)
    const isIn = isHidden(element, getComputedStyle(element)) || (parent !== null && isInHidden(parent))
    inHidden.set(element, isIn)
    return isIn
  }

  /** The lines of a closed row end in dots where they are too long, because the row opens. A code or an amount is not cut there either. */
  const isLineOfRow = (element: Element) => {
    const line = element.closest('tr:has([aria-expanded=false]) > td, li:has(time) > p')
    return line !== null && getComputedStyle(line).textOverflow === 'ellipsis'
  }
  const wholeText = /^([A-Z]{1,4}-[\dA-Z-]{3,12}|(SGD |\$)[\d,.]{1,10}|\d+ \w{3} \d{4}(, \d\d:\d\d)?)$/

  const visit = (root: Document | ShadowRoot | Element) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) visit(element.shadowRoot)
      if (element.closest('svg') && element.tagName !== 'svg') continue
      if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue
      if (isInHidden(element)) continue
      const style = getComputedStyle(element)
      const isBox = /auto|scroll|hidden|clip/.test(style.overflowX) && !element.matches(`${scrollers}, ${controls}`)
      const isCut = style.textOverflow === 'ellipsis' && (element.hasAttribute('title') || isLineOfRow(element))
      if (
        isBox &&
        !isCut &&
        !isHidden(element, style) &&
        element.clientWidth > 1 &&
        element.scrollWidth > element.clientWidth + 1
      )
        found.push(`${nameOf(element)} holds ${element.scrollWidth} px in ${element.clientWidth} px`)
      const rects: DOMRect[] = []
      if (element.matches(`${controls}, button, img`)) {
        const parent = parentOf(element)
        const overflow = parent && findCrossedEdge(element.getBoundingClientRect(), parent, false)
        if (overflow) found.push(`${nameOf(element)} in ${overflow}`)
      }
      if (element.matches(controls)) continue
      for (const node of element.childNodes) {
        if (node.nodeType !== Node.TEXT_NODE || !node.nodeValue?.trim()) continue
        const isLong = element.closest('[data-long]') !== null
        if (isLineOfRow(element) && (isLong || !wholeText.test(node.nodeValue.trim()))) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        rects.push(...[...range.getClientRects()].filter((rect) => rect.width > 1 && rect.height > 1))
      }
      const overflow = rects.map((rect) => findCrossedEdge(rect, element, true)).find(Boolean)
      if (overflow) found.push(overflow)
    }
  }
  visit(document)
  return [...new Set(found)]
}
