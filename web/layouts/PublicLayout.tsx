import type { ReactNode } from 'react'
import { homePathByRole, pages, pathTo } from '#contract/pages.ts'
import { useUser } from '#web/session/session.ts'
import { Footer } from './Footer.tsx'
import { Main, SkipLink } from './Main.tsx'
import { TopBar } from './TopBar.tsx'

const about = [
  { path: pathTo('find'), title: pages.find.title },
  { path: pathTo('explore'), title: 'Niches and prices' },
  { path: pathTo('about'), title: 'About' },
  { path: pathTo('faq'), title: 'FAQ' },
]

export function PublicLayout({ children }: { children: ReactNode }) {
  const user = useUser()
  const own = user
    ? [{ path: homePathByRole[user.role], title: 'Your pages' }]
    : [
        { path: pathTo('login'), title: 'Log In' },
        { path: pathTo('register'), title: 'Register' },
      ]
  return (
    <>
      <SkipLink />
      <TopBar label="Site" links={[...about, ...own]} />
      <Main>{children}</Main>
      <Footer />
    </>
  )
}
