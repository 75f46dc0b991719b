import type { Frame, Page } from '@playwright/test'

/** Puts a copy of the page without scripts into a frame over it, to be removed by `removeCopy`. */
export async function copyPage(page: Page): Promise<Frame> {
  const handle = await page.evaluateHandle(copyIntoFrame)
  const frame = await handle.asElement()?.contentFrame()
  if (!frame) throw new Error('The copy of the page was removed')
  return frame
}

export const removeCopy = (page: Page) => page.evaluate(() => document.querySelector(':root > iframe')?.remove())

/** Runs in the page, so it can use nothing that is declared outside it. */
async function copyIntoFrame(): Promise<HTMLIFrameElement> {
  const frame = document.createElement('iframe')
  // A dialog that is opened in the copy would otherwise take the focus from the page.
  frame.inert = true
  frame.srcdoc = '<!doctype html>'
  frame.style.cssText = `position: fixed; inset: 0; border: 0; width: ${innerWidth}px; height: ${innerHeight}px`
  const isReady = new Promise((done) => {
    frame.onload = done
  })
  document.documentElement.append(frame)
  await isReady
  const copy = frame.contentDocument
  const view = frame.contentWindow as (Window & typeof globalThis) | null
  if (!copy || !view) throw new Error('The frame has no document')

  const root = copy.importNode(document.documentElement, true)
  const copies = root.querySelectorAll<HTMLElement>('*')
  const pairs = [...document.documentElement.querySelectorAll('*')].map((element, at) => ({
    element,
    twin: copies[at],
  }))
  for (const { element, twin } of pairs) {
    if (!element.shadowRoot || !twin) continue
    const shadow = twin.attachShadow({ mode: 'open' })
    for (const child of element.shadowRoot.childNodes) shadow.append(copy.importNode(child, true))
  }
  for (const unused of root.querySelectorAll(':scope > iframe, script, link:not([rel=stylesheet])')) unused.remove()
  const areStyled = [...root.querySelectorAll('link')].map(
    (link) =>
      new Promise((done, fail) => {
        link.onload = done
        link.onerror = () => fail(new Error(`${link.href} did not load`))
      }),
  )
  // With kerning, each line of a word of a hundred letters is shaped again: four fifths of the time of a layout.
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync('* { font-kerning: none !important }')
  copy.adoptedStyleSheets = [sheet]
  copy.replaceChild(root, copy.documentElement)
  await Promise.all(areStyled)
  await copy.fonts.ready

  for (const { element, twin } of pairs) {
    if (element.matches(':popover-open')) twin?.showPopover()
    if (!(twin instanceof view.HTMLDialogElement) || !element.matches(':modal')) continue
    twin.removeAttribute('open')
    twin.showModal()
  }
  return frame
}
