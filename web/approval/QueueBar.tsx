import { Link } from 'react-router'
import { Button } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { useOpenDialog } from '#web/ui/dialog/DialogButton.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { usePreference } from '#web/ui/preferences.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import styles from './QueueBar.module.css'
import type { Queue } from './use-queue.ts'

/** Shows where the clerk is in the queue, with ways to its neighbours. */
export function QueueBar({ queue }: { queue: Queue }) {
  const openDialog = useOpenDialog()
  const showKeys = () => openDialog(() => <ShortcutList />)
  const { position, total, isMore, previous, next, open, path } = queue
  const openPrevious = previous ? () => open(previous) : undefined
  const openNext = next ? () => open(next) : undefined
  useShortcuts({ k: openPrevious, j: openNext, '?': showKeys })
  return (
    <nav className={`${common.row2} ${common.middle} ${styles.bar}`} aria-label="Queue">
      <p className={`${common.help} ${common.numbers}`}>
        {position.toLocaleString('en-SG')} of {total.toLocaleString('en-SG')}
        {isMore ? ' and more' : ''} waiting
      </p>
      <Link to={path}>Back to the queue</Link>
      <Button variant="secondary" small disabled={!openPrevious} onClick={openPrevious}>
        Previous
      </Button>
      <Button variant="secondary" small disabled={!openNext} onClick={openNext}>
        Next
      </Button>
      <span className={styles.keys}>
        <Button variant="quiet" small onClick={showKeys}>
          Keyboard shortcuts
        </Button>
      </span>
    </nav>
  )
}

/** Single letters can be typed by accident, above all by speech input, so they can be turned off. */
function ShortcutList() {
  const [isOff, toggle] = usePreference('no-shortcuts')
  return (
    <Dialog title="Keyboard shortcuts">
      <Facts facts={shortcutWords} />
      <Checkbox label="Use these keys" checked={!isOff} onChange={toggle} />
    </Dialog>
  )
}

const shortcutWords: [string, string][] = [
  ['j', 'Next booking'],
  ['k', 'Previous booking'],
  ['a', 'Approve and open next'],
  ['c', 'Confirm the pre-order and open next'],
  ['d', 'Write a reason for a denial'],
  ['/', 'Quick find'],
  ['?', 'Show this list'],
]
