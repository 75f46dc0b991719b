import common from '#web/ui/common.module.css'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { isDate, type Source, type Target } from './match-columns.ts'

interface MatchedColumnProps {
  target: Target
  about: string
  headers: readonly string[]
  source: Source | undefined
  onChange: (source: Source | undefined) => void
}

const same = 'same for every row'
const parts = 'year, month and day apart'
/** Before the name of a column, so that one called "same for every row" cannot be mixed up. */
const column = 'column '

export function MatchedColumn({ target, about, headers, source, onChange }: MatchedColumnProps) {
  const label = target.charAt(0).toUpperCase() + target.slice(1).replaceAll('_', ' ')
  const choose = (chosen: string) => {
    if (chosen === same) onChange({ same: '' })
    else if (chosen === parts) onChange({ parts: { year: '', month: '', day: '' } })
    else onChange(chosen ? { header: chosen.slice(column.length) } : undefined)
  }
  return (
    <div className={common.stack3}>
      <SelectField
        label={label}
        help={about}
        placeholder={target === 'status' ? 'Worked out from the names' : 'Not in the spreadsheet'}
        options={[
          ...headers.map((header) => ({ value: column + header, label: header })),
          ...(isDate(target) ? [{ value: parts, label: 'Year, month and day in columns of their own' }] : []),
          { value: same, label: 'The same for every row' },
        ]}
        value={choiceOf(source)}
        onChange={(event) => choose(event.target.value)}
      />
      {source &&
        'parts' in source &&
        (['year', 'month', 'day'] as const).map((part) => (
          <SelectField
            key={part}
            label={`${label}: ${part}`}
            placeholder="Not in the spreadsheet"
            options={headers.map((header) => ({ value: header, label: header }))}
            value={source.parts[part]}
            onChange={({ target }) => onChange({ parts: { ...source.parts, [part]: target.value } })}
          />
        ))}
      {source && 'same' in source && (
        <TextField
          label={`${label} of every row`}
          value={source.same}
          onChange={(event) => onChange({ same: event.target.value })}
        />
      )}
    </div>
  )
}

function choiceOf(source: Source | undefined): string {
  if (!source) return ''
  if ('same' in source) return same
  return 'parts' in source ? parts : column + source.header
}
