import { useDeferredValue, useMemo, useState } from 'react'
import { defaultCodePattern } from '#contract/halls/code-pattern.ts'
import { columnsOf } from '#contract/registers/columns.ts'
import { countsText } from '#contract/registers/counts-text.ts'
import { newID } from '#web/api/new-id.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormActions } from '#web/ui/form/Form.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { MatchedColumn } from './MatchedColumn.tsx'
import { matchColumns, targets } from './match-columns.ts'
import { type DateOrder, dateOrders } from './normalise.ts'
import { Preview } from './Preview.tsx'
import { readCode } from './read-code.ts'
import type { Rows } from './read-spreadsheet.ts'
import { recallMatching, rememberMatching } from './remembered-matching.ts'
import styles from './Spreadsheet.module.css'
import { type Converted, type Options, toCsvFile, toRegister } from './to-register.ts'

/** What the import is given, and a sentence that says where it comes from. */
export interface ReadyFiles {
  /** Only these very files: a corrected spreadsheet may have the same name and as many rows. */
  id: string
  niches: File
  people: File | undefined
  source: string
  /** The row of the spreadsheet from which each row of the files comes. */
  rowOf: Converted['rowOf']
}

interface MatchFormProps {
  name: string
  rows: Rows
  onReady: (files: ReadyFiles) => void
}

const dateLabels: Record<DateOrder, string> = { 'day first': '7/6/2019 is 7 June', 'month first': '7/6/2019 is 6 July' }

/** Which column of the spreadsheet is which of the register; below, what comes of it. */
export function MatchForm({ name, rows, onReady }: MatchFormProps) {
  const headers = rows[0]?.cells ?? []
  const [options, setOptions] = useState<Options>(
    () => recallMatching(headers) ?? { mapping: matchColumns(headers), order: 'day first', codePattern: '' },
  )
  const { mapping, order, codePattern } = options
  const settled = useDeferredValue(options)
  const converted = useMemo(() => toRegister(rows, settled), [rows, settled])
  const use = () => {
    rememberMatching(headers, options)
    onReady(filesOf(toRegister(rows, options), name))
  }
  const isNeeded = (target: (typeof targets)[number]) => 'required' in target || mapping[target.name] !== undefined
  const listOf = (list: readonly (typeof targets)[number][]) =>
    list.map(({ name: target, about }) => (
      <MatchedColumn
        key={target}
        target={target}
        about={about}
        headers={headers}
        source={mapping[target]}
        onChange={(source) => setOptions({ ...options, mapping: { ...mapping, [target]: source } })}
      />
    ))
  return (
    <>
      <div className={styles.columns}>{listOf(targets.filter(isNeeded))}</div>
      <details>
        <summary>More columns of the register</summary>
        <div className={styles.columns}>{listOf(targets.filter((target) => !isNeeded(target)))}</div>
      </details>
      <div className={styles.columns}>
        <SelectField
          label="Order of days"
          options={dateOrders.map((value) => ({ value, label: dateLabels[value] }))}
          value={order}
          onChange={({ target }) => setOptions({ ...options, order: target.value as DateOrder })}
        />
        <TextField
          label="Pattern of the codes"
          optional
          help={`If level, block, column or row have no column of their own, such as ${defaultCodePattern}.`}
          error={fitsNothing(settled, converted) ? 'None of the codes fits this pattern.' : undefined}
          value={codePattern}
          onChange={({ target }) => setOptions({ ...options, codePattern: target.value })}
        />
      </div>
      <Preview converted={converted} />
      <FormActions>
        <Button onClick={use}>Use this spreadsheet</Button>
      </FormActions>
    </>
  )
}

const fitsNothing = ({ codePattern }: Options, { niches }: Converted) =>
  codePattern !== '' && niches.every(({ code }) => !readCode(codePattern, code))

const filesOf = ({ niches, people, rowOf }: Converted, name: string): ReadyFiles => ({
  id: newID(),
  rowOf,
  niches: toCsvFile('niches.csv', niches, namesOf('niches')),
  people: people.length > 0 ? toCsvFile('people.csv', people, namesOf('people')) : undefined,
  source: `${name}: ${countsText({ niches: niches.length, people: people.length })}.`,
})

const namesOf = (file: keyof typeof columnsOf) => columnsOf[file].map(({ name }) => name)
