import type { ReactNode } from 'react'
import { Unbroken } from '#web/core/Unbroken.tsx'
import common from '#web/ui/common.module.css'
import styles from './Card.module.css'

/** A surface with a thin border. */
export const Card = ({ title, children }: { title?: string; children: ReactNode }) => (
  <section className={`${common.stack4} ${common.surface} ${styles.card}`}>
    {title && <h2 className={styles.title}>{title}</h2>}
    {children}
  </section>
)

type Fact = readonly [name: ReactNode, value: ReactNode]

/** Facts by name: `[['Niche', 'TH-1A-03-05'], ...]`. Those that are false do not apply. */
export const Facts = ({ facts }: { facts: readonly (Fact | false | '' | null | undefined)[] }) => (
  <dl className={`${common.stack3} ${common.textS} ${styles.facts}`}>
    {facts.map((fact, at) => {
      if (!fact) return null
      const [name, value] = fact
      return (
        <div key={typeof name === 'string' ? name : at}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' ? <Unbroken text={value} /> : value}</dd>
        </div>
      )
    })}
  </dl>
)
