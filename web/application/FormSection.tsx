import { CircleCheck } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { t } from '#contract/words/t.ts'
import common from '#web/ui/common.module.css'
import styles from './FormSection.module.css'

interface FormSectionProps {
  number: number
  title: string
  progress: { asked: number; done: number }
  lead?: ReactNode
  children: ReactNode
}

/** One of the three parts of the application, with its progress. */
export function FormSection({ number, title, progress: { asked, done }, lead, children }: FormSectionProps) {
  const titleID = useId()
  const isComplete = done === asked
  return (
    <section className={`${common.stack4} ${styles.part}`} aria-labelledby={titleID}>
      <header className={`${common.row2} ${common.middle} ${styles.header}`}>
        <span className={`${common.filled} ${styles.number}`} aria-hidden="true" data-complete={isComplete}>
          {number}
        </span>
        <h2 id={titleID}>{title}</h2>
        <p className={styles.progress} data-complete={isComplete}>
          {isComplete && <CircleCheck size={17} aria-hidden="true" />}
          {isComplete ? t`Complete` : t`${done} of ${asked} complete`}
        </p>
      </header>
      {lead && <p className={common.help}>{lead}</p>}
      {children}
    </section>
  )
}
