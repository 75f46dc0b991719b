import { registerApi } from '#contract/registers/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormActions } from '#web/ui/Form.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { ImportOutcome } from './ImportOutcome.tsx'
import { ProblemList } from './ProblemList.tsx'
import { RegisterFileField } from './RegisterFileField.tsx'
import { useRegisterImport } from './use-register-import.ts'

/** First a check of the files, and if nothing is wrong with them, the import. */
export function ImportForm() {
  const { files, choose, errors, run, start, stop } = useRegisterImport()
  const isRunning = run.state === 'running'
  const canImport = run.state === 'checked' && run.result.problems === 0 && hasNews(run.result.added)
  return (
    <>
      <p>
        Two files in CSV: one line for each niche, and one for each booking. The check writes nothing. The import writes
        everything or nothing.
      </p>
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
      {isRunning && <ProgressBar label={progressLabels[run.step]} share={run.share} />}
      {isRunning && run.step === 'importing' && (
        <p>Please keep this page open. If you close it, nothing is imported.</p>
      )}
      <ImportOutcome run={run} />
      <FormActions error={run.state === 'failed' ? run.message : undefined}>
        {isRunning ? (
          <Button variant="secondary" onClick={stop}>
            Stop
          </Button>
        ) : (
          <>
            <Button variant={canImport ? 'secondary' : 'primary'} onClick={() => start(registerApi.check)}>
              Check
            </Button>
            {canImport && <Button onClick={() => start(registerApi.import)}>Import</Button>}
          </>
        )}
      </FormActions>
      {run.state === 'checked' && run.result.problems > 0 && <ProblemList files={files} problems={run.problems} />}
    </>
  )
}

const hasNews = ({ niches, people }: { niches: number; people: number }) => niches + people > 0

const progressLabels = { sending: 'Sending the files', checking: 'Checking', importing: 'Importing' } as const
