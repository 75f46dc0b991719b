import type { UseFormRegisterReturn } from 'react-hook-form'
import { formatPartialDate } from '#contract/registers/partial-date.ts'
import { type IdentifierKind, identifierLabels, type Offers } from '#contract/urns/confirmation.ts'
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx'

/** Any form that asks whose urn it is. */
interface IdentityForm {
  field(name: 'name' | 'identifier' | 'value'): UseFormRegisterReturn & { error: string | undefined }
  watch(name: 'identifier'): IdentifierKind | undefined
  setValue(name: 'identifier', kind: IdentifierKind): void
  setValue(name: 'value', value: string): void
}

export const NameField = ({ form, names }: { form: IdentityForm; names: Offers['names'] }) => (
  <ChoiceField
    legend="Name on the papers"
    large
    choices={names.map((name) => ({ value: name, label: name }))}
    {...form.field('name')}
  />
)

/** Asks for one more value, such as a date of birth, and lets the person choose which one. */
export function IdentifierFields({ form, identifiers }: { form: IdentityForm; identifiers: Offers['identifiers'] }) {
  const chosen = form.watch('identifier')
  const { values = [] } = identifiers.find(({ kind }) => kind === chosen) ?? {}
  if (!chosen) return null
  return (
    <>
      {identifiers.length > 1 && (
        <ChoiceField
          legend="Check one more detail"
          layout="side"
          choices={identifiers.map(({ kind }) => ({ value: kind, label: identifierLabels[kind] }))}
          {...form.field('identifier')}
          onChange={(event) => {
            form.setValue('identifier', event.target.value as IdentifierKind)
            form.setValue('value', '')
          }}
        />
      )}
      <ChoiceField
        key={chosen}
        legend={`${identifierLabels[chosen]} on the papers`}
        choices={values.map((value) => ({ value, label: isDate(chosen) ? formatPartialDate(value) : value }))}
        {...form.field('value')}
      />
    </>
  )
}

const isDate = (kind: IdentifierKind) => kind === 'birth' || kind === 'death'
