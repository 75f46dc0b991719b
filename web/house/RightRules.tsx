import { rightRulesApi } from '#contract/house/right-rules-api.ts'
import { RightRules } from '#contract/rights/house-rules.ts'
import { rightBases } from '#contract/rights/right.ts'
import { basisLabels, hasDay, hasYears } from '#contract/rights/term.ts'
import { useApi, useApiMutation, useUpToDate } from '#web/api/use-api.ts'
import { FieldRow, Fieldset, Form, FormActions } from '#web/ui/form/Form.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { DateField, TextField } from '#web/ui/form/TextField.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import { QueryResult } from '#web/ui/QueryResult.tsx'

/** The term of rights that are granted from now on. */
export function TermsOfRights() {
  const rules = useUpToDate(useApi(rightRulesApi.rightRules, {}))
  return (
    <QueryResult query={rules} loading="Loading the rules..." failure="The rules could not be read just now.">
      {(data) => <RulesForm rules={data} />}
    </QueryResult>
  )
}

const options = rightBases.map((value) => ({ value, label: basisLabels[value] }))

function RulesForm({ rules }: { rules: RightRules }) {
  const form = useZodForm(RightRules, rules)
  const basis = form.watch('basis')
  const save = useApiMutation(rightRulesApi.saveRightRules, {
    done: 'The rules are saved. Rights that are granted from now on follow them.',
    invalidates: [rightRulesApi.rightRules],
  })
  return (
    <Form form={form} onSubmit={(body) => save.mutateAsync({ body })} label="Rights to niches">
      <Fieldset legend="Rights to niches">
        <SelectField
          label="How long a right lasts"
          help="A change applies to rights that are granted later; all others keep their term."
          options={options}
          {...form.field('basis')}
        />
        {hasYears(basis) && <TextField label="Years" inputMode="numeric" {...form.field('years')} />}
        {hasDay(basis) && <DateField label="Last day" {...form.field('until')} />}
        <FieldRow>
          <TextField
            label="Years of an extension"
            optional
            inputMode="numeric"
            help="What it costs is on the price list, as an extension."
            {...form.field('extensionYears')}
          />
          <TextField label="Extensions at most" optional inputMode="numeric" {...form.field('extensionTimes')} />
        </FieldRow>
        <TextField
          label="Days to object"
          inputMode="numeric"
          help="When somebody asks to follow a holder or to take over a right. At least 14."
          {...form.field('claimDays')}
        />
      </Fieldset>
      <FormActions submit="Save these rules" variant="secondary" />
    </Form>
  )
}
