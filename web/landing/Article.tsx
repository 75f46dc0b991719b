import type { ReactNode } from 'react'
import common from '#web/ui/common.module.css'
import styles from './Article.module.css'

export const Article = ({ title, lead, children }: { title: string; lead: string; children: ReactNode }) => (
  <article className={`${common.stack5} ${styles.article}`}>
    <header className={`${common.stack4} ${styles.header}`}>
      <h1>{title}</h1>
      <p>{lead}</p>
    </header>
    {children}
  </article>
)

export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.chapter}>
    <h2>{title}</h2>
    <div className={`${common.stack4} ${styles.body}`}>{children}</div>
  </section>
)
