import { countsText } from '#contract/registers/api.ts'
import type { Draft } from '#contract/registers/draft-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import common from '#web/ui/common.module.css'
import { FormActions } from '#web/ui/form/Form.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import type { RegisterImport } from '../use-register-import.ts'

/** Everything is written at once, or nothing. */
export function ImportStep({ draft, run }: { draft: Draft; run: RegisterImport }) {
  const { state, start, stop } = run
  const result = state.state === 'checked' ? state.result : undefined
  const isImporting = state.state === 'running' && state.isImport
  const hasNews = result !== undefined && result.added.niches + result.added.people > 0
  return (
    <div className={common.stack4}>
      <p>
        {draft.files.join(', ')}. New blocks are not published, so families see nothing of them before you publish them
        on Halls.
      </p>
      {state.state === 'idle' && <Callout>Please look at the totals first.</Callout>}
      {state.state === 'running' && (
        <ProgressBar label={state.isImport ? 'Importing' : 'Checking'} share={state.share} />
      )}
      {isImporting && <p>Please keep this page open. If you close it, nothing is imported.</p>}
      <FormActions>
        {((hasNews && result.problems === 0) || isImporting) && (
          <Button busy={isImporting} onClick={() => start('import', draft.draftID)}>
            Import
          </Button>
        )}
        {hasNews && result.problems > 0 && (
          <Button onClick={() => start('import', draft.draftID, { leaveOut: true })}>
            Import the other rows: {countsText(result.added)}
          </Button>
        )}
        {isImporting && (
          <Button variant="secondary" onClick={stop}>
            Stop
          </Button>
        )}
      </FormActions>
    </div>
  )
}
