import { useState } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import type { RegisterResult } from '#contract/registers/api.ts'
import type { RegisterProblem } from '#contract/registers/problem.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { toast } from '#web/ui/toast.ts'
import { countsText } from './counts-text.ts'
import { ProblemTable } from './ProblemTable.tsx'
import type { RegisterRun } from './use-register-import.ts'

interface ImportOutcomeProps {
  run: RegisterRun
  onDownload: () => Promise<void>
}

export function ImportOutcome({ run, onDownload }: ImportOutcomeProps) {
  if (run.state !== 'checked' && run.state !== 'imported') return null
  const { result, problems } = run
  if (run.state === 'imported') return <Callout tone="good">Imported: {countsText(result.added)}.</Callout>
  if (result.problems > 0) return <Problems total={result.problems} problems={problems} onDownload={onDownload} />
  return <Callout tone={hasNews(result) ? 'good' : 'note'}>{describeCheck(result)}</Callout>
}

const hasNews = ({ added }: RegisterResult) => added.niches + added.people > 0

function describeCheck(result: RegisterResult): string {
  const { importedBefore, added, unchanged } = result
  if (importedBefore)
    return `These files were imported ${formatDateTime(importedBefore)}. Importing them again changes nothing.`
  if (!hasNews(result)) return `Everything is in Columba already: ${countsText(unchanged)}. Nothing changes.`
  return `No problems. New: ${countsText(added)}. Already in Columba: ${countsText(unchanged)}.`
}

interface ProblemsProps {
  total: number
  problems: readonly RegisterProblem[]
  onDownload: () => Promise<void>
}

function Problems({ total, problems, onDownload }: ProblemsProps) {
  const [isBusy, setBusy] = useState(false)
  const download = () => {
    setBusy(true)
    onDownload()
      .catch((error: unknown) => toast.error(toErrorMessage(error)))
      .finally(() => setBusy(false))
  }
  return (
    <>
      <Callout tone="bad" title={total === 1 ? '1 problem' : `${total.toLocaleString('en')} problems`}>
        <p>
          Nothing was imported. Please correct {total === 1 ? 'it' : 'them'} in the file and check it again.
          {total > problems.length && ` The first ${problems.length} are shown here.`}
        </p>
        <Button variant="secondary" small busy={isBusy} onClick={download}>
          Download all problems (CSV)
        </Button>
      </Callout>
      <ProblemTable problems={problems} />
    </>
  )
}
