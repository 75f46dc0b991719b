import type { ReactNode } from 'react'
import type { Role } from '#contract/roles.ts'
import { queryClient } from '#web/api/query-client.ts'
import { menuFor } from '#web/pages.ts'
import { AskForProof } from '#web/session/AskForProof.tsx'
import { onSession } from '#web/session/session.ts'
import { Main, SkipLink } from './Main.tsx'
import { MoveBanner } from './MoveBanner.tsx'
import { SideBar } from './SideBar.tsx'
import styles from './SignedInLayout.module.css'
import { TopBar } from './TopBar.tsx'

/** A navbar for families; a sidebar, with room for tables, for staff and admins. */
export function SignedInLayout({ role, children }: { role: Role; children: ReactNode }) {
  const links = menuFor(role)
  if (role === 'user') {
    return (
      <>
        <SkipLink />
        <TopBar label="Your pages" links={links} />
        <Main>
          <div className={styles.content}>{children}</div>
        </Main>
        <AskForProof />
      </>
    )
  }
  return (
    <div className={styles.withSideBar}>
      <SkipLink />
      <SideBar role={role} links={links} />
      <div>
        <MoveBanner />
        <Main>
          <div className={styles.content}>{children}</div>
        </Main>
      </div>
      <AskForProof />
    </div>
  )
}

/** Data loaded for one user must not be shown to the next, even if they log in in another tab. */
onSession(() => queryClient.clear())
