import type { ReactNode } from 'react'
import common from './common.module.css'

export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className={common.hidden}>{children}</span>
)

/** Screen readers announce changes here politely. The element must be on the page before its text is. */
export const LiveRegion = ({ children }: { children: ReactNode }) => (
  <div className={common.hidden} role="status">
    {children}
  </div>
)
