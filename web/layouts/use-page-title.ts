import { useEffect, useRef } from 'react'
import { useLocation, useMatches } from 'react-router'
import { type Page, pages } from '#contract/pages.ts'
import { translate } from '#contract/words/t.ts'
import { useHouseTexts } from '#web/session/house.ts'

/** What a route tells the layout around it. */
export type PageHandle = Pick<Page, 'access' | 'title' | 'languages'>

const unnamed: PageHandle = { access: 'public', title: pages.landing.title }

/** The handle of the innermost route. */
export function usePageHandle(): PageHandle {
  const handle = useMatches().at(-1)?.handle
  return (handle as PageHandle | undefined) ?? unnamed
}

/** Sets the document title, and after a navigation focuses the heading so that it is read aloud. React controls neither, so this is an effect. */
export function usePageTitleAndFocus(title: string) {
  const { name } = useHouseTexts()
  const { pathname } = useLocation()
  const last = useRef(pathname)

  /** Found while rendering, because the words of a page may come after its route. */
  const words = title === pages.landing.title ? name : `${translate(title)} - ${name}`
  useEffect(() => {
    document.title = words
  }, [words])

  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    const heading = document.querySelector<HTMLElement>('main h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [pathname])
}
