import { useState } from 'react'
import { columnsOf } from '#contract/registers/columns.ts'
import { saveFile } from '#web/api/download.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { Field } from '#web/ui/form/Field.tsx'
import { chooseAnew, FileInput } from '#web/ui/form/FileInput.tsx'
import { MatchForm, type ReadyFiles } from './MatchForm.tsx'
import { type Rows, readSpreadsheet } from './read-spreadsheet.ts'
import { toCsvFile } from './to-register.ts'
import { UnreadableSpreadsheet } from './unreadable-spreadsheet.ts'

/** From the operator's own spreadsheet to the two files that the import checks. Nothing is sent before that. */
export function SpreadsheetCard({ onReady }: { onReady: (files: ReadyFiles) => void }) {
  const [sheet, setSheet] = useState<{ name: string; rows: Rows }>()
  const [error, setError] = useState('')
  const read = async (file: File | undefined) => {
    setError('')
    setSheet(undefined)
    if (!file) return
    const rows = await readSpreadsheet(file).catch((error: unknown) =>
      setError(error instanceof UnreadableSpreadsheet ? error.message : unreadable),
    )
    if (!rows) return
    if (rows.length < 2) setError('This file has no rows below its header.')
    else setSheet({ name: file.name, rows })
  }
  return (
    <Card title="From your own spreadsheet">
      <p>One line for each niche with the person in it, in the columns that you have; or fill in a template.</p>
      <div className={common.row2}>
        <Template file="niches" />
        <Template file="people" />
      </div>
      <Field label="Spreadsheet" help="An Excel workbook (.xlsx) or a CSV file." error={error || undefined}>
        {(control) => (
          <FileInput
            {...control}
            accept=".xlsx,.csv,text/csv"
            onClick={chooseAnew}
            onChange={(event) => void read(event.target.files?.[0])}
          />
        )}
      </Field>
      <div aria-live="polite">
        {sheet && (
          <Callout>
            {sheet.name} has {rowsText(sheet.rows.length - 1)}. Please say what its columns are.
          </Callout>
        )}
      </div>
      {sheet && <MatchForm key={sheet.name} {...sheet} onReady={onReady} />}
    </Card>
  )
}

const unreadable = 'This file cannot be read. Please choose an Excel workbook (.xlsx) or a CSV file.'

const rowsText = (count: number) => (count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`)

/** An empty file with the columns of the register. */
const Template = ({ file }: { file: keyof typeof columnsOf }) => {
  const names = columnsOf[file].map(({ name }) => name)
  return (
    <Button variant="secondary" small onClick={() => saveFile(toCsvFile('', [], names), `${file}.csv`)}>
      Template of {file} (CSV)
    </Button>
  )
}
