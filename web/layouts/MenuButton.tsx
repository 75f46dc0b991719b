import styles from './MenuButton.module.css'

/** Opens a native popover, which works before any script has run. Only shown on phones. `waiting`: moves of urns to confirm, which a banner says in words. */
export const MenuButton = ({ menuID, waiting }: { menuID: string; waiting?: number | undefined }) => (
  <button type="button" className={styles.button} popoverTarget={menuID} data-waiting={waiting}>
    <span className={styles.lines} aria-hidden="true" />
    Menu
  </button>
)

/** Screen reader users cannot see where to tap outside the menu, so it has a close button. */
export const CloseMenuButton = ({ menuID }: { menuID: string }) => (
  <button type="button" className={styles.close} popoverTarget={menuID} popoverTargetAction="hide">
    Close
  </button>
)

/** A popover does not close by itself on client-side navigation. */
export function closeMenu(menuID: string) {
  const menu = document.getElementById(menuID)
  if (menu?.matches(':popover-open')) menu.hidePopover()
}
