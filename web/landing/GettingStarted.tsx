import styles from './GettingStarted.module.css'

const steps = [
  {
    title: 'Create account',
    words: 'Tell us who you are, once. A second step at sign-in keeps your family’s papers safe.',
  },
  {
    title: 'Search niches',
    words: 'Walk through hall, level and block on a map. Every niche shows whether it is free and what it costs.',
  },
  {
    title: 'Book and pay',
    words: 'Send one form, and the niche is held for you while you pay by card. The receipt reaches you by e-mail.',
  },
]

export const GettingStarted = () => (
  <section aria-labelledby="getting-started" className={styles.section}>
    <h2 id="getting-started">Getting Started</h2>
    <ol className={styles.steps}>
      {steps.map(({ title, words }, index) => (
        <li key={title}>
          <span className={styles.number} aria-hidden="true">
            {index + 1}
          </span>
          <h3>{title}</h3>
          <p>{words}</p>
        </li>
      ))}
    </ol>
  </section>
)
