import { lazy, type ReactNode, Suspense } from 'react'
import type { Role } from '#contract/roles.ts'
import { t, translate } from '#contract/words/t.ts'
import { queryClient } from '#web/api/query-client.ts'
import { menuFor } from '#web/pages.ts'
import { AskForProof } from '#web/session/AskForProof.tsx'
import { onSession } from '#web/session/session.ts'
import common from '#web/ui/common.module.css'
import { LanguageChoice } from './LanguageChoice.tsx'
import { loadStaffFrame } from './load-staff-frame.ts'
import { Main, SkipLink } from './Main.tsx'
import styles from './SignedInLayout.module.css'
import { TopBar } from './TopBar.tsx'
import { usePageHandle } from './use-page-title.ts'
import { Shell } from './Waiting.tsx'

const StaffFrame = lazy(loadStaffFrame)

/** A navbar for families; a sidebar, with room for tables, for staff and admins. */
export function SignedInLayout({ role, children }: { role: Role; children: ReactNode }) {
  const links = menuFor(role)
  const { languages } = usePageHandle()
  return (
    <>
      <SkipLink />
      {role === 'user' ? (
        <>
          <TopBar
            label={t`Your pages`}
            links={links.map(({ path, title }) => ({ path, title: translate(title) }))}
            choice={languages && <LanguageChoice />}
          />
          <Main>
            <div className={`${common.width} ${styles.content}`}>{children}</div>
          </Main>
        </>
      ) : (
        <Suspense fallback={<Shell />}>
          <StaffFrame role={role} links={links}>
            {children}
          </StaffFrame>
        </Suspense>
      )}
      <AskForProof />
    </>
  )
}

/** Data loaded for one user must not be shown to the next, even if they log in in another tab. */
onSession(() => queryClient.clear())
