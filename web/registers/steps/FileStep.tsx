import { useState } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import { columnsOf } from '#contract/registers/columns.ts'
import { type Draft, draftApi, maxRegisterBytes, registerTooLargeMessage } from '#contract/registers/draft-api.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { saveFile } from '#web/api/download.ts'
import { refresh, setCachedReply, useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import common from '#web/ui/common.module.css'
import { Field } from '#web/ui/form/Field.tsx'
import { chooseAnew, FileInput } from '#web/ui/form/FileInput.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'

interface FileStepProps {
  draft: Draft | null
  onUploaded: (draft: Draft) => void
}

export function FileStep({ draft, onUploaded }: FileStepProps) {
  const [error, setError] = useState('')
  const upload = useApiMutation(draftApi.upload, {
    onSuccess: (uploaded) => {
      onUploaded(uploaded)
      setCachedReply(draftApi.find, {}, () => ({ draft: uploaded }))
    },
    onError: (error) => setError(Object.values(error.errors)[0] ?? toErrorMessage(error)),
  })
  const discard = useApiMutation(draftApi.discard, {
    done: 'The draft has been deleted.',
    onSuccess: () => void refresh(draftApi.find),
  })
  const choose = (files: FileList | null) => {
    const [file, second, third] = files ?? []
    if (!file) return
    setError('')
    if (third) return setError('Please choose one file, or the two files of an exported register.')
    if ([file, second].some((each) => each && each.size > maxRegisterBytes)) return setError(registerTooLargeMessage)
    upload.mutate({ body: { name: file.name, secondName: second?.name ?? '' }, files: { file, second } })
  }
  return (
    <div className={common.stack4}>
      {draft && (
        <Callout title={draft.files.join(', ')}>
          <p>
            Chosen {formatDateTime(draft.changedAt)}, and not imported yet. It is deleted a month after you last worked
            on it.
          </p>
          <div>
            <Button
              variant="secondary"
              small
              busy={discard.isPending}
              onClick={() => discard.mutate({ body: { draftID: draft.draftID } })}
            >
              Delete this draft
            </Button>
          </div>
        </Callout>
      )}
      <p>
        One line for each niche, or for each person in it, in the columns that you have. Nothing is imported before the
        last step. Or fill in a template.
      </p>
      <div className={common.row2}>
        <Template file="niches" />
        <Template file="people" />
      </div>
      <Field
        label="File"
        help="An Excel workbook (.xlsx), a CSV file, or both files of an exported register. At most 24 MB."
        error={error || undefined}
      >
        {(control) => (
          <FileInput
            {...control}
            accept=".xlsx,.csv,.txt,text/csv"
            multiple
            disabled={upload.isPending}
            onClick={chooseAnew}
            onChange={(event) => choose(event.target.files)}
          />
        )}
      </Field>
      {upload.isPending && (
        <ProgressBar label={upload.progress < 1 ? 'Sending the file' : 'Reading the file'} share={upload.progress} />
      )}
    </div>
  )
}

/** An empty file with the columns of the register. */
const Template = ({ file }: { file: keyof typeof columnsOf }) => {
  const header = columnsOf[file].map(({ name }) => name).join(',')
  return (
    <Button
      variant="secondary"
      small
      onClick={() => saveFile(new File([header, '\r\n'], `${file}.csv`), `${file}.csv`)}
    >
      Template of {file} (CSV)
    </Button>
  )
}
