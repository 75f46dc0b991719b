import { rightRulesApi } from '#contract/house/right-rules-api.ts'
import { EndSteps } from '#contract/rights/after-end.ts'
import { RightRules } from '#contract/rights/house-rules.ts'
import { rightBases } from '#contract/rights/right.ts'
import { basisLabels, hasDay, hasYears } from '#contract/rights/term.ts'
import { FieldRow } from '#web/ui/form/Form.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { DateField, TextField } from '#web/ui/form/TextField.tsx'
import { SettingsForm } from './SettingsForm.tsx'

const options = rightBases.map((value) => ({ value, label: basisLabels[value] }))

/** The term of rights that are granted from now on. */
export const TermsOfRights = () => (
  <SettingsForm
    title="Rights to niches"
    what="rules"
    schema={RightRules}
    read={rightRulesApi.rightRules}
    save={rightRulesApi.saveRightRules}
    follows="Rights that are granted from now on follow them."
  >
    {(form) => (
      <>
        <SelectField
          label="How long a right lasts"
          help="A change applies to rights that are granted later; all others keep their term."
          options={options}
          {...form.field('basis')}
        />
        {hasYears(form.watch('basis')) && <TextField label="Years" inputMode="numeric" {...form.field('years')} />}
        {hasDay(form.watch('basis')) && <DateField label="Last day" {...form.field('until')} />}
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
      </>
    )}
  </SettingsForm>
)

/** What the house does after the end of a right, before anything may happen with the niche. */
export const StepsAfterEnd = () => (
  <SettingsForm
    title="After the end of a right"
    what="steps"
    schema={EndSteps}
    read={rightRulesApi.endSteps}
    save={rightRulesApi.saveEndSteps}
    follows="Rights whose first step is not recorded yet follow them."
  >
    {(form) => (
      <TextArea
        label="Steps"
        rows={6}
        help="One on each line, with the days to wait after it, such as Telephone: 30. Nothing happens with a niche before all of them, 24 months, and the word of two people of whom one is an admin."
        {...form.field('steps')}
      />
    )}
  </SettingsForm>
)
