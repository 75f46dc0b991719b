import { nameByScript } from '#contract/family/name-scripts.ts'
import styles from './NameByScript.module.css'

/** A name in two scripts, one below the other. */
export const NameByScript = ({ name }: { name: string }) =>
  nameByScript(name).map(({ text, lang }) => (
    <span key={text} className={styles.name} lang={lang}>
      {text}{' '}
    </span>
  ))
