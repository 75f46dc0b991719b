import type { z } from 'zod'
import type { FieldErrors } from '#contract/field-errors.ts'
import type { DraftForm } from '#contract/halls/api.ts'
import { FieldRow, Fieldset } from '#web/ui/form/Form.tsx'
import { optionsOf, SelectField } from '#web/ui/form/SelectField.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import type { FieldsForm } from '#web/ui/form/use-fields.ts'
import { RowHeightInputs } from './BlockDialogs.tsx'

type Values = z.input<typeof DraftForm>

interface LayoutFieldsetsProps {
  form: FieldsForm<Values, DraftForm>
  /** The errors that the preview found, shown at once at the fields that were changed. */
  problems: FieldErrors
}

export function LayoutFieldsets({ form, problems }: LayoutFieldsetsProps) {
  const { dirtyFields } = form.formState
  const isEntered = (name: keyof Values) => dirtyFields[name] === true
  const isPriced = isEntered('basePrice') || isEntered('priceList')
  const field = (name: keyof Values) => {
    const { error, ...props } = form.field(name)
    const isShown =
      isEntered(name) ||
      (isPriced && name.startsWith('price')) ||
      name === 'codePattern' ||
      name === 'hallCode' ||
      name === 'columns'
    return { ...props, error: error ?? (isShown ? problems[name] : undefined) }
  }
  const number = (name: keyof Values) => ({ ...field(name), inputMode: 'numeric' as const })
  return (
    <>
      <Fieldset legend="Block">
        <TextField label="Name of the block" help="For example A." {...field('blockName')} />
        <FieldRow>
          <TextField label="Rows" {...number('rows')} />
          <TextField label="Columns" {...number('columns')} />
        </FieldRow>
        <TextField
          label="Halves behind each door"
          help="1 if each niche has a door of its own. Halves are niches of their own: with 2, codes end with -a and -b."
          {...number('halves')}
        />
        <RowHeightInputs lowest={field('lowestCm')} row={field('rowCm')} />
      </Fieldset>
      <Fieldset legend="Numbers and codes">
        <FieldRow>
          <TextField label="First column number" {...number('firstColumn')} />
          <SelectField label="Direction" options={directionOptions} {...field('firstColumnAt')} />
        </FieldRow>
        <SelectField label="Row 1 is at the" options={rowOneOptions} {...field('rowOneAt')} />
        <FieldRow>
          <TextField label="Skipped column numbers" optional help="Such as 4, 13-15." {...field('skippedColumns')} />
          <TextField label="Skipped row numbers" optional {...field('skippedRows')} />
        </FieldRow>
        <TextField
          label="Code of the hall"
          help="Letters from A to Z and digits, with which every niche code begins."
          autoCapitalize="characters"
          {...field('hallCode')}
        />
        <TextField
          label="Code pattern"
          help="Leave it as it is unless your niches already have other codes. {hall}, {level}, {block}, {column} and {row} are replaced. {column:3} has three digits."
          {...field('codePattern')}
        />
      </Fieldset>
      <Fieldset legend="Prices in SGD">
        <SelectField label="Prices by" options={priceOptions} {...field('priceKind')} />
        {form.watch('priceKind') === 'list' ? (
          <TextArea label="Prices" rows={6} help="One for each row, from row 1." {...field('priceList')} />
        ) : (
          <FieldRow>
            <TextField label="Price of row 1" inputMode="decimal" {...field('basePrice')} />
            <TextField label="Step per row" help="May be negative." {...field('priceStep')} />
          </FieldRow>
        )}
        <FieldRow>
          <TextField label="People per niche" help="From 1 to 8." {...number('capacity')} />
          <TextField label="Price for each further person" inputMode="decimal" {...field('furtherPrice')} />
        </FieldRow>
      </Fieldset>
    </>
  )
}

const directionOptions = optionsOf({ left: 'From left to right', right: 'From right to left' })
const rowOneOptions = optionsOf({ top: 'Top', bottom: 'Bottom' })
const priceOptions = optionsOf({ steps: 'Base price and steps', list: 'List of prices' })
