import { toDay } from '#contract/dates.ts'
import { orNotRecorded } from '#contract/registers/partial-date.ts'
import { type RightDetail, rightApi } from '#contract/rights/api.ts'
import { claimForm, claimKinds, claimWays, isMinor } from '#contract/rights/claim.ts'
import { claimApi } from '#contract/rights/claim-api.ts'
import { serverNow } from '#web/api/server-clock.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx'
import { Fieldset } from '#web/ui/form/Form.tsx'
import { optionsOf, SelectField } from '#web/ui/form/SelectField.tsx'
import { NoteField } from '#web/ui/form/TextArea.tsx'
import { DateField, TextField } from '#web/ui/form/TextField.tsx'

/** Somebody asks to follow holders or to take over from them. */
export function ClaimDialog({ right: { number, holders } }: { right: RightDetail }) {
  const today = toDay(serverNow())
  const only = holders.length === 1 ? holders.map(({ holderID }) => String(holderID)) : []
  const blank = { name: '', nric: '', bornOn: '', guardian: '', address: '', email: '', papers: '' }
  return (
    <FormDialog
      title="Record a claim"
      schema={claimForm({ today })}
      values={{ ...blank, number, holderIDs: only, holderNames: [], by: 'counter' }}
      endpoint={claimApi.ask}
      input={(body) => {
        const nameOf = (holderID: number) => holders.find((holder) => holder.holderID === holderID)?.name ?? ''
        return { body: { ...body, holderNames: body.holderIDs.map(nameOf) } }
      }}
      verb="Record and write to the holders"
      done="The claim is recorded, and the other holders are written to."
      invalidates={[rightApi.detail, claimApi.openMatters]}
    >
      {(form) => {
        const { error, ...holderIDs } = form.field('holderIDs')
        return (
          <>
            <ChoiceField
              legend="What has happened"
              layout="side"
              choices={optionsOf(claimKinds)}
              {...form.field('kind')}
            />
            <Fieldset legend="Who no longer holds the right then">
              {holders.map(({ holderID, name }, index) => (
                <Checkbox
                  key={holderID}
                  {...holderIDs}
                  value={holderID}
                  label={orNotRecorded(name)}
                  error={index === holders.length - 1 ? error : undefined}
                />
              ))}
            </Fieldset>
            <TextField label="Who asks" autoComplete="off" {...form.field('name')} />
            <TextField label="NRIC" optional help="Stored encrypted." autoComplete="off" {...form.field('nric')} />
            <DateField label="Date of birth" optional {...form.field('bornOn')} />
            {isMinor(form.watch('bornOn'), today) && (
              <TextField
                label="Guardian"
                help="They are under 18, so somebody acts for them."
                autoComplete="off"
                {...form.field('guardian')}
              />
            )}
            <TextField label="Email address" optional autoComplete="off" {...form.field('email')} />
            <TextField label="Address" optional autoComplete="off" {...form.field('address')} />
            <SelectField label="How they asked" options={optionsOf(claimWays)} {...form.field('by')} />
            <NoteField
              label="Papers seen"
              help="Such as the death certificate, a will, and what shows the relationship."
              {...form.field('papers')}
            />
          </>
        )
      }}
    </FormDialog>
  )
}
