import styles from './MenuButton.module.css'

/** Opens a native popover, before any script has run. Only phones show it. */
export const MenuButton = ({ menuID }: { menuID: string }) => (
  <button type="button" className={styles.button} popoverTarget={menuID}>
    <span className={styles.lines} aria-hidden="true" />
    Menu
  </button>
)

/** Light dismissal is not enough for those who cannot see where the menu ends. */
export const CloseMenuButton = ({ menuID }: { menuID: string }) => (
  <button type="button" className={styles.close} popoverTarget={menuID} popoverTargetAction="hide">
    Close
  </button>
)

/** A popover stays open when a link in it is followed without leaving the document. */
export function closeMenu(menuID: string) {
  const menu = document.getElementById(menuID)
  if (menu?.matches(':popover-open')) menu.hidePopover()
}
