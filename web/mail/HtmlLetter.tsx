import { useEffect, useRef } from 'react'

/** Mail wears its styles on its elements, which our security policy refuses in a document; a shadow of its own, dressed by script, may. */
export function HtmlLetter({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const host = place.current
    if (!host) return
    const htmlWithoutStyles = html.replaceAll(' style="', ' data-style="')
    const { body } = new DOMParser().parseFromString(htmlWithoutStyles, 'text/html')
    const letter = document.createElement('div')
    letter.dataset.style = body.dataset.style ?? ''
    letter.append(...body.childNodes)
    for (const heading of letter.querySelectorAll('h1')) heading.replaceWith(asPart(heading))
    for (const each of [letter, ...letter.querySelectorAll<HTMLElement>('[data-style]')]) {
      each.style.cssText = each.dataset.style ?? ''
    }
    const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    shadow.replaceChildren(letter)
  }, [html])
  return <div ref={place} />
}

/** In the mailbox the letter stands below the title of the page and its own subject, so its heading is the third. */
function asPart(heading: HTMLElement) {
  const part = document.createElement('h3')
  part.dataset.style = heading.dataset.style ?? ''
  part.append(...heading.childNodes)
  return part
}
