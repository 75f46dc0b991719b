import { useLocation } from 'react-router'
import { languageNames, languageParameter, languages, localeOf } from '#contract/words/languages.ts'
import { spokenLanguage } from '#contract/words/t.ts'
import styles from './LanguageChoice.module.css'
import { usePageHandle } from './use-page-title.ts'

/** The other languages of this page, each by its own name. A link loads the page anew, and the server remembers the choice. */
export function LanguageChoice() {
  const { search } = useLocation()
  const { languages: translated = [] } = usePageHandle()
  if (translated.length === 0) return null
  const others = languageNames.filter((name) => name !== spokenLanguage())
  return (
    <ul className={styles.choice}>
      {others.map((name) => (
        <li key={name}>
          <a href={addressIn(name, search)} hrefLang={localeOf[name]} lang={localeOf[name]}>
            {languages[name]}
          </a>
        </li>
      ))}
    </ul>
  )
}

function addressIn(language: string, search: string): string {
  const query = new URLSearchParams(search)
  query.set(languageParameter, language)
  return `?${query}`
}
