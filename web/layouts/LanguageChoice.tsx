import { useLocation } from 'react-router'
import { languageNames, languageParameter, languages, localeOf, shortLanguages } from '#contract/words/languages.ts'
import { spoken } from '#contract/words/t.ts'

/**
 * The other languages of this page, each by its own name. A link loads the page anew, and the server remembers the choice: in the browser,
 * and for whoever is signed in.
 */
export function LanguageChoice() {
  const place = useLocation()
  const others = languageNames.filter((name) => name !== spoken().language)
  return (
    <ul>
      {others.map((name) => (
        <li key={name}>
          <a href={addressIn(name, place)} lang={localeOf(name)} aria-label={languages[name]}>
            <span>{languages[name]}</span>
            <span>{shortLanguages[name]}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The address has no language yet, because the script has taken it out. Behind its `#` may be the token of a link. */
const addressIn = (language: string, { search, hash }: Pick<Location, 'search' | 'hash'>) =>
  `${search ? `${search}&` : '?'}${languageParameter}=${language}${hash}`
