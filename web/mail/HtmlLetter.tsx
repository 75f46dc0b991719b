import { useEffect, useRef } from 'react'

/**
 * Our security policy blocks `style` attributes in parsed HTML, which letters use.
 * Setting the styles by script is allowed, and a shadow root keeps the app's styles out.
 */
export function HtmlLetter({ html }: { html: string }) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const host = container.current
    if (!host) return
    const htmlWithoutStyles = html.replaceAll(' style="', ' data-style="')
    const { body } = new DOMParser().parseFromString(htmlWithoutStyles, 'text/html')
    const letter = document.createElement('div')
    letter.dataset.style = body.dataset.style ?? ''
    letter.append(...body.childNodes)
    for (const heading of letter.querySelectorAll('h1')) heading.replaceWith(toSubheading(heading))
    for (const each of [letter, ...letter.querySelectorAll<HTMLElement>('[data-style]')]) {
      each.style.cssText = each.dataset.style ?? ''
    }
    const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    shadow.replaceChildren(letter)
  }, [html])
  return <div ref={container} />
}

/** The page title and the subject are h1 and h2, so the letter's own heading becomes h3. */
function toSubheading(heading: HTMLElement) {
  const subheading = document.createElement('h3')
  subheading.dataset.style = heading.dataset.style ?? ''
  subheading.append(...heading.childNodes)
  return subheading
}
