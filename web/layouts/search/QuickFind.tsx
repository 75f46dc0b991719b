import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { counted } from '#contract/counted.ts'
import { type SearchResults, SearchText, searchApi } from '#contract/search/api.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApi } from '#web/api/use-api.ts'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { useDebouncedValue } from '#web/ui/use-debounced-value.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { LiveRegion } from '#web/ui/VisuallyHidden.tsx'
import { countResults, FoundResults } from './FoundResults.tsx'
import styles from './QuickFind.module.css'

/** Opens the search from every page of staff and admins, without leaving a form. The last text stays for the next time. */
export function QuickFind({ role }: { role: 'staff' | 'admin' }) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const open = () => setOpen(true)
  useShortcuts({ '/': open })
  return (
    <>
      <button type="button" className={styles.open} aria-label="Quick find" aria-keyshortcuts="/" onClick={open}>
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

const pauseMs = 300

interface QuickFindDialogProps {
  role: 'staff' | 'admin'
  text: string
  onText: (text: string) => void
  onClose: () => void
}

/** The text is not kept in the URL, because it is often a name or a telephone number. */
function QuickFindDialog({ role, text, onText, onClose }: QuickFindDialogProps) {
  const box = useRef<HTMLInputElement>(null)
  const checked = SearchText.safeParse(useDebouncedValue(text, pauseMs))
  const query = checked.data ?? ''
  const results = useApi(searchApi.all, { query: { query } }, { enabled: checked.success })
  const isNric = SearchText.safeParse(text).error?.issues.some(({ code }) => code === 'custom')

  /** The native dialog would focus its Close button. */
  useEffect(() => box.current?.select(), [])

  return (
    <Dialog title="Quick find" onClose={onClose} wide>
      <search className={`${common.stack5} ${styles.find}`} onKeyDown={moveBetweenResults}>
        <TextField
          ref={box}
          label="Name, email, telephone number, niche code, number of a right or ID"
          help="The beginning of a name, an email or a niche code is enough. Numbers and IDs must be complete."
          error={isNric ? 'An NRIC cannot be searched for here.' : undefined}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
        <LiveRegion>{checked.success && results.data && resultCount(results.data)}</LiveRegion>
        {checked.success && (
          <QueryResult
            query={results}
            loading="Searching..."
            failure={toErrorMessage(results.error, 'The search failed.')}
          >
            {(found) => <FoundResults role={role} query={query} found={found} onOpen={onClose} />}
          </QueryResult>
        )}
      </search>
    </Dialog>
  )
}

const resultCount = (found: SearchResults) => counted(countResults(found), 'result')

/** The arrow keys move through the box and the results; Enter in the box goes to the first result. */
function moveBetweenResults(event: KeyboardEvent<HTMLElement>) {
  const { key, target, currentTarget } = event
  if (!(target instanceof HTMLElement)) return
  const step = { ArrowDown: 1, ArrowUp: -1, Enter: target instanceof HTMLInputElement ? 1 : 0 }[key]
  if (!step) return
  event.preventDefault()
  const stops = [...currentTarget.querySelectorAll<HTMLElement>('input, a[href]')]
  stops[stops.indexOf(target) + step]?.focus()
}
