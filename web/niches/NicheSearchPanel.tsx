import { type FormEvent, useState } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { Button } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { FieldRow } from '#web/ui/form/Form.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import styles from './NicheSearchPanel.module.css'
import { SearchResults } from './SearchResults.tsx'
import type { useBlockSelection } from './use-block-selection.ts'
import type { SearchCriteria, useNicheSearch } from './use-niche-search.ts'

interface NicheSearchPanelProps {
  finder: ReturnType<typeof useNicheSearch>
  selection: ReturnType<typeof useBlockSelection>
  disabled: boolean
}

/** Their errors are shown beside them. */
const fields = ['minPrice', 'maxPrice', 'minRow', 'maxRow'] as const

const anywhere = 'columbarium'
const scopes = [
  { value: 'block', label: 'This block' },
  { value: 'level', label: 'This level' },
  { value: 'building', label: 'This building' },
  { value: anywhere, label: 'Every building' },
]
const howMany = Array.from({ length: 6 }, (_, index) => ({
  value: String(index + 1),
  label: index === 0 ? 'One niche' : `${index + 1} side by side`,
}))

/** 'Find one for me': search criteria in, places on the map out. */
export function NicheSearchPanel({ finder, selection, disabled }: NicheSearchPanelProps) {
  const [within, setWithin] = useState('building')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    finder.find({ ...criteriaIn(new FormData(event.currentTarget)), ...scopeOf(within, selection) })
  }
  const errors = finder.query.error instanceof ApiError ? finder.query.error.errors : {}
  return (
    <details className={styles.finder} data-screen-only>
      <summary>Find one for me</summary>
      <form className={common.stack3} onSubmit={submit}>
        <SelectField
          label="How many"
          name="adjacent"
          options={howMany}
          help="Each niche is booked on its own. The total is for all of them."
        />
        <SelectField
          label="Where"
          value={within}
          options={scopes}
          onChange={(event) => setWithin(event.target.value)}
        />
        <FieldRow>
          <TextField label="Total from (SGD)" name="minPrice" inputMode="decimal" error={errors.minPrice} />
          <TextField label="Total up to (SGD)" name="maxPrice" inputMode="decimal" error={errors.maxPrice} />
        </FieldRow>
        <FieldRow>
          <TextField
            label="From row"
            name="minRow"
            type="number"
            min={1}
            max={200}
            inputMode="numeric"
            error={errors.minRow}
          />
          <TextField
            label="To row"
            name="maxRow"
            type="number"
            min={1}
            max={200}
            inputMode="numeric"
            error={errors.maxRow}
          />
        </FieldRow>
        <Button type="submit" variant="secondary" disabled={disabled} busy={finder.query.isFetching}>
          Find niches
        </Button>
      </form>
      <SearchResults finder={finder} disabled={disabled} isExplained={fields.some((name) => errors[name])} />
    </details>
  )
}

function criteriaIn(form: FormData): SearchCriteria {
  const given = [...form].flatMap(([name, value]) => (typeof value === 'string' && value ? [[name, value]] : []))
  return Object.fromEntries(given)
}

function scopeOf(within: string, { buildingID, levelID, blockID }: NicheSearchPanelProps['selection']): SearchCriteria {
  if (within === 'block') return { blockID }
  if (within === 'level') return { levelID }
  return within === 'building' ? { buildingID } : {}
}
