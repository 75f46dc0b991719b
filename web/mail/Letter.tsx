import { Fragment, useState } from 'react'
import type { DemoMailMessage } from '#contract/mail/api.ts'
import common from '#web/ui/common.module.css'
import { Tabs } from '#web/ui/Tabs.tsx'
import styles from './DemoMailPage.module.css'
import { HtmlLetter } from './HtmlLetter.tsx'
import { linkify } from './linkify.ts'

const views = [
  { id: 'html', label: 'As designed' },
  { id: 'text', label: 'Plain text' },
] as const

/** One letter, in its HTML and its plain-text version. */
export function Letter({ mail }: { mail: DemoMailMessage }) {
  const [view, setView] = useState<'text' | 'html'>('html')
  return (
    <article className={styles.letter}>
      <h2>{mail.subject}</h2>
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
      <Fragment key={at}>{isLink ? <a href={words}>{words}</a> : words}</Fragment>
    ))}
  </div>
)
