import { Fragment, useEffect, useRef, useState } from 'react'
import type { DemoMailMessage } from '#contract/mail/api.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import common from '#web/ui/common.module.css'
import { Tabs } from '#web/ui/Tabs.tsx'
import styles from './DemoMailPage.module.css'
import { linkify } from './linkify.ts'

const views = [
  { id: 'html', label: 'As designed' },
  { id: 'text', label: 'Plain text' },
] as const

/** One letter, in its HTML and its plain-text version. */
export function Letter({ mail }: { mail: DemoMailMessage }) {
  const [view, setView] = useState<'text' | 'html'>('html')
  return (
    <article className={`${common.stack3} ${common.surface} ${styles.letter}`}>
      <h2>
        <Unbroken text={mail.subject} />
      </h2>
      <p className={common.help}>To {mail.to}</p>
      {mail.calendar && (
        <p className={common.help}>
          Attached:{' '}
          <a href={`data:text/calendar;charset=utf-8,${encodeURIComponent(mail.calendar)}`} download="appointment.ics">
            appointment.ics
          </a>
        </p>
      )}
      <Tabs label="How to show the letter" tabs={views} selected={view} onSelect={setView}>
        {view === 'html' ? <HtmlLetter html={mail.html} /> : <PlainLetter text={mail.text} />}
      </Tabs>
    </article>
  )
}

const PlainLetter = ({ text }: { text: string }) => (
  <div className={styles.text}>
    {linkify(text).map(({ at, words, isLink }) => (
      <Fragment key={at}>{isLink ? <a href={words}>{words}</a> : <Unbroken text={words} />}</Fragment>
    ))}
  </div>
)

/**
 * Our security policy blocks `style` attributes in parsed HTML, which letters use.
 * Setting the styles by script is allowed, and a shadow root keeps the app's styles out.
 */
function HtmlLetter({ html }: { html: string }) {
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
