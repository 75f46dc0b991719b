import type { ReactNode } from 'react'
import type { Role } from '#contract/roles.ts'
import type { menuFor } from '#web/pages.ts'
import common from '#web/ui/common.module.css'
import { Main } from './Main.tsx'
import { MoveBanner } from './MoveBanner.tsx'
import { SideBar } from './SideBar.tsx'
import styles from './SignedInLayout.module.css'

interface StaffFrameProps {
  role: Exclude<Role, 'user'>
  links: ReturnType<typeof menuFor>
  children: ReactNode
}

/** A sidebar, with room for tables. */
export const StaffFrame = ({ role, links, children }: StaffFrameProps) => (
  <div className={styles.withSideBar}>
    <SideBar role={role} links={links} />
    <div>
      <MoveBanner />
      <Main>
        <div className={`${common.width} ${styles.content}`}>{children}</div>
      </Main>
    </div>
  </div>
)
