import type { ReactNode } from 'react'
import { homePathByRole } from '#contract/roles.ts'
import { useUser } from '#web/session/session.ts'
import { Footer } from './Footer.tsx'
import { Main, SkipLink } from './Main.tsx'
import { TopBar } from './TopBar.tsx'

const about = [
  { path: '/about', title: 'About' },
  { path: '/faq', title: 'FAQ' },
]

export function PublicLayout({ children }: { children: ReactNode }) {
  const user = useUser()
  const own = user
    ? [{ path: homePathByRole[user.role], title: 'Your pages' }]
    : [
        { path: '/login', title: 'Log In' },
        { path: '/register', title: 'Register' },
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
