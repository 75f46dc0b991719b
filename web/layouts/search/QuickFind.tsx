import { Search } from 'lucide-react'
import { useState } from 'react'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import styles from './QuickFind.module.css'
import { QuickFindDialog } from './QuickFindDialog.tsx'

/** Opens the search from every page of staff and admins, without leaving a form. The last text stays for the next time. */
export function QuickFind({ role }: { role: 'staff' | 'admin' }) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const open = () => setOpen(true)
  useShortcuts({ '/': open })
  return (
    <>
      <button type="button" className={styles.open} aria-keyshortcuts="/" onClick={open}>
        <Search size={18} strokeWidth={1.7} aria-hidden="true" />
        <span className={styles.words}>Quick find</span>
        <span className={styles.key} aria-hidden="true">
          /
        </span>
      </button>
      {isOpen && <QuickFindDialog role={role} text={text} onText={setText} onClose={() => setOpen(false)} />}
    </>
  )
}
