import type { ReactNode } from 'react'
import { t } from '#contract/words/t.ts'
import styles from './Menu.module.css'

const menuID = 'menu'

interface MenuProps {
  label: string
  className: string | undefined
  children: ReactNode
}

/** One list of links: on phones a native popover, which works before any script has run. */
export const Menu = ({ label, className, children }: MenuProps) => (
  <nav id={menuID} popover="auto" aria-label={label} className={`${styles.menu} ${className}`}>
    {children}
  </nav>
)

/** Shown only on phones. `waiting`: moves of urns to confirm, which a banner says in words. */
export const MenuButton = ({ waiting }: { waiting?: number | undefined }) => (
  <button type="button" className={styles.button} popoverTarget={menuID} data-waiting={waiting}>
    <span className={styles.lines} aria-hidden="true" />
    {t`Menu`}
  </button>
)

/** Screen reader users cannot see where to tap outside the menu, so it has a close button. */
export const CloseMenuButton = () => (
  <button type="button" className={styles.close} popoverTarget={menuID} popoverTargetAction="hide">
    {t`Close`}
  </button>
)

/** A popover does not close by itself on client-side navigation. */
export function closeMenu() {
  const menu = document.getElementById(menuID)
  if (menu?.matches(':popover-open')) menu.hidePopover()
}
