import { useEffect, useRef } from 'react'

/** Mail wears its styles on its elements, which our security policy refuses in a document; a shadow of its own, dressed by script, may. */
export function HtmlLetter({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const host = place.current
    if (!host) return
    const { body } = new DOMParser().parseFromString(html, 'text/html')
    const letter = document.createElement('div')
    letter.style.cssText = body.getAttribute('style') ?? ''
    letter.append(...body.childNodes)
    for (const each of letter.querySelectorAll<HTMLElement>('[style]')) {
      each.style.cssText = each.getAttribute('style') ?? ''
    }
    const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    shadow.replaceChildren(letter)
  }, [html])
  return <div ref={place} />
}
