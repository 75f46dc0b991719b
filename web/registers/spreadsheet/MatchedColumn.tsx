import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import type { Source, Target } from './match-columns.ts'
import styles from './Spreadsheet.module.css'

interface MatchedColumnProps {
  target: Target
  about: string
  headers: readonly string[]
  source: Source | undefined
  onChange: (source: Source | undefined) => void
}

const same = 'same for every row'
/** Before the name of a column, so that one called "same for every row" cannot be mixed up. */
const column = 'column '

export function MatchedColumn({ target, about, headers, source, onChange }: MatchedColumnProps) {
  const label = target.charAt(0).toUpperCase() + target.slice(1).replaceAll('_', ' ')
  const isSame = source !== undefined && 'same' in source
  const choose = (chosen: string) => {
    if (chosen === same) onChange({ same: '' })
    else onChange(chosen ? { header: chosen.slice(column.length) } : undefined)
  }
  return (
    <div className={styles.column}>
      <SelectField
        label={label}
        help={about}
        placeholder={target === 'status' ? 'Worked out from the names' : 'Not in the spreadsheet'}
        options={[
          ...headers.map((header) => ({ value: column + header, label: header })),
          { value: same, label: 'The same for every row' },
        ]}
        value={isSame ? same : source ? column + source.header : ''}
        onChange={(event) => choose(event.target.value)}
      />
      {isSame && (
        <TextField
          label={`${label} of every row`}
          value={source.same}
          onChange={(event) => onChange({ same: event.target.value })}
        />
      )}
    </div>
  )
}
