import { Link } from 'react-router'
import { counted } from '#contract/counted.ts'
import { formatDateTime } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { countsText, type RegisterResult, shownProblems } from '#contract/registers/api.ts'
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
  const result = state.is === 'checked' ? state.result : undefined
  const isImporting = state.is === 'running' && state.isImport
  const hasNews = result !== undefined && result.added.niches + result.added.people > 0
  return (
    <div className={common.stack4}>
      <p>
        {draft.files.join(', ')}. New blocks are not published, so families see nothing of them before you publish them
        on Halls.
      </p>
      {state.is === 'idle' && <Callout>Please look at the totals first.</Callout>}
      {state.is === 'running' && <ProgressBar label={state.isImport ? 'Importing' : 'Checking'} share={state.share} />}
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
        {state.is === 'running' && (
          <Button variant="secondary" onClick={stop}>
            Stop
          </Button>
        )}
      </FormActions>
    </div>
  )
}

/** Announced by screen readers, so the list of problems is not part of it. */
export const ImportOutcome = ({ run: { state, start }, draft }: { run: RegisterImport; draft: Draft | null }) => (
  <div role="status">
    {state.is === 'imported' && (
      <div tabIndex={-1} ref={takeFocus}>
        <Callout tone="good" title={`Imported: ${countsText(state.result.added)}.`}>
          New blocks are not published: on the page <Link to={pathTo('halls')}>Halls</Link>, compare each wall with its
          picture, enter the placement hours, and publish them. Then walk through the house once: the page{' '}
          <Link to={pathTo('stockTake')}>Stock-take</Link> says how many urns nobody has seen yet.
          {state.result.problems > 0 &&
            ' Rows with problems were left out. Please correct them in the file, and import it again: what is there already stays as it is.'}
        </Callout>
      </div>
    )}
    {state.is === 'checked' && <CheckOutcome result={state.result} />}
    {state.is === 'failed' && (
      <Callout tone="bad" title={state.message}>
        {draft && (
          <Button small variant="secondary" onClick={() => start('check', draft.draftID)}>
            Check again
          </Button>
        )}
      </Callout>
    )}
  </div>
)

/** Takes the focus from the button Import, which is gone after the import. */
const takeFocus = (outcome: HTMLElement | null) => outcome?.focus()

function CheckOutcome({ result }: { result: RegisterResult }) {
  const { problems, importedBefore, added, unchanged, different } = result
  if (problems > 0)
    return (
      <Callout tone="bad" title={counted(problems, 'problem')}>
        Nothing was imported. Please correct {problems === 1 ? 'it' : 'them'} in the file and check it again
        {different.people > 0 && ', or correct Columba by the file in the step Totals'}
        {added.niches + added.people > 0 && `, or import the other rows first: ${countsText(added)}`}.
        {problems > shownProblems && ` The first ${shownProblems} are shown here.`}
      </Callout>
    )
  if (importedBefore)
    return (
      <Callout>
        These files were imported {formatDateTime(importedBefore)}. Importing them again changes nothing.
      </Callout>
    )
  if (added.niches + added.people === 0)
    return <Callout>Everything is in Columba already: {countsText(unchanged)}. Nothing changes.</Callout>
  return (
    <Callout tone="good">
      No problems. New: {countsText(added)}. Already in Columba: {countsText(unchanged)}.
    </Callout>
  )
}
