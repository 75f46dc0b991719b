import { registerApi } from '#contract/registers/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { FormActions } from '#web/ui/form/Form.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { ImportOutcome } from './ImportOutcome.tsx'
import { ProblemKinds } from './ProblemKinds.tsx'
import { ProblemList } from './ProblemList.tsx'
import { RegisterFileField } from './RegisterFileField.tsx'
import type { RowOf } from './rows-in-sentences.ts'
import type { ReadyFiles } from './spreadsheet/MatchForm.tsx'
import { useRegisterImport } from './use-register-import.ts'

interface ImportFormProps {
  /** Made from a spreadsheet. Otherwise the files are chosen here. */
  ready: ReadyFiles | undefined
  onDiscard: () => void
}

/** First a check of the files, and if nothing is wrong with them, the import. */
export function ImportForm({ ready, onDiscard }: ImportFormProps) {
  const { files, choose, notRecorded, setNotRecorded, errors, run, start, stop } = useRegisterImport(ready)
  const isRunning = run.state === 'running'
  const isImporting = isRunning && run.isImport
  const canImport = run.state === 'checked' && run.result.problems === 0 && hasNews(run.result.added)
  const canLeaveOut = run.state === 'checked' && run.result.problems > 0 && hasNews(run.result.added)
  /** Files from a spreadsheet have other rows than it has; in both, the header is row 1. */
  const rowOf: RowOf = ({ file, row }) => ready?.rowOf[file][row - 2] ?? row
  /** The buttons stay where they are while the files are read, so that the focus does not get lost. */
  const showsImport = canImport || isImporting
  return (
    <>
      <p>
        {!ready && 'Two files in CSV: one line for each niche, and one for each booking. '}
        The check writes nothing. The import writes everything or nothing.
      </p>
      {ready ? (
        <FromSpreadsheet source={ready.source} onDiscard={onDiscard} isRunning={isRunning} />
      ) : (
        <>
          <RegisterFileField
            label="Niches"
            help="CSV UTF-8, with the columns building, level, block, code, column, row, price, status."
            error={errors.niches}
            disabled={isRunning}
            onChoose={(niches) => choose({ ...files, niches })}
          />
          <RegisterFileField
            label="People"
            help="CSV UTF-8. Each line has the code of its niche, and a name."
            error={errors.people}
            optional
            disabled={isRunning}
            onChoose={(people) => choose({ ...files, people })}
          />
        </>
      )}
      {isRunning && <ProgressBar label={progressLabel(run)} share={run.share} />}
      {isImporting && <p>Please keep this page open. If you close it, nothing is imported.</p>}
      <ImportOutcome run={run} />
      <FormActions error={run.state === 'failed' ? run.message : undefined}>
        <Button
          variant={showsImport ? 'secondary' : 'primary'}
          busy={isRunning && !run.isImport}
          disabled={isImporting}
          onClick={() => start(registerApi.check)}
        >
          Check
        </Button>
        {showsImport && (
          <Button busy={isImporting} onClick={() => start(registerApi.import)}>
            Import
          </Button>
        )}
        {canLeaveOut && (
          <Button variant="secondary" onClick={() => start(registerApi.import, { leaveOut: true })}>
            Import the other rows
          </Button>
        )}
        {isRunning && (
          <Button variant="secondary" onClick={stop}>
            Stop
          </Button>
        )}
      </FormActions>
      {(run.state === 'checked' || run.state === 'imported') && run.result.problems > 0 && (
        <>
          <ProblemKinds kinds={run.result.kinds} notRecorded={notRecorded} onChange={setNotRecorded} rowOf={rowOf} />
          <ProblemList files={files} notRecorded={notRecorded} problems={run.problems} rowOf={rowOf} />
        </>
      )}
    </>
  )
}

const FromSpreadsheet = ({
  source,
  isRunning,
  onDiscard,
}: {
  source: string
  isRunning: boolean
  onDiscard: () => void
}) => (
  <div tabIndex={-1} ref={takeFocus}>
    <Callout title="From your spreadsheet">
      <p>{source}</p>
      <div>
        <Button variant="secondary" small disabled={isRunning} onClick={onDiscard}>
          Choose other files
        </Button>
      </div>
    </Callout>
  </div>
)

/** From the button that is further up on the page. */
const takeFocus = (source: HTMLElement | null) => source?.focus()

const hasNews = ({ niches, people }: { niches: number; people: number }) => niches + people > 0

function progressLabel({ isSending, isImport }: { isSending: boolean; isImport: boolean }) {
  if (isSending) return 'Sending the files'
  return isImport ? 'Importing' : 'Checking'
}
