import type { ReactNode } from 'react'
import { homeOf } from '#contract/roles.ts'
import { useSession } from '#web/session/session.ts'
import { Footer } from './Footer.tsx'
import { Main, SkipLink } from './Main.tsx'
import { TopBar } from './TopBar.tsx'

const about = [
  { path: '/about', label: 'About' },
  { path: '/faq', label: 'FAQ' },
]

export function PublicLayout({ children }: { children: ReactNode }) {
  const session = useSession()
  const own =
    session.state === 'signed-in'
      ? [{ path: homeOf[session.user.role], label: 'Your pages' }]
      : [
          { path: '/login', label: 'Log In' },
          { path: '/register', label: 'Register' },
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
