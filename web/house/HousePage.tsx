import { type House, HouseDetails, houseApi } from '#contract/house/api.ts'
import { useApi, useApiMutation, useUpToDate } from '#web/api/use-api.ts'
import { setHouse } from '#web/session/house.ts'
import { AllAtOnce } from '#web/ui/AllAtOnce.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { FieldRow, Fieldset, Form, FormActions } from '#web/ui/form/Form.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { BillNumbers } from './BillNumbers.tsx'
import { LogoCard } from './LogoCard.tsx'
import { StepsAfterEnd, TermsOfRights } from './RightRules.tsx'
import { DenialTexts, DoneAlone, Limits } from './StaffRules.tsx'
import { TaxForm } from './TaxForm.tsx'

export function HousePage() {
  const house = useUpToDate(useApi(houseApi.read, {}))
  return (
    <Page title="House" narrow intro="What families read on the pages, in letters and on receipts.">
      <AllAtOnce loading="Loading the details...">
        <QueryResult query={house} loading="Loading the details..." failure="The details could not be read just now.">
          {(data) => (
            <>
              <DetailsForm house={data} />
              <LogoCard house={data} />
              {data.registrationNumber && <TaxForm />}
              {data.registrationNumber && <BillNumbers />}
              {data.registrationNumber && <TermsOfRights />}
              {data.registrationNumber && <StepsAfterEnd />}
              {data.registrationNumber && <DenialTexts />}
              {data.registrationNumber && <Limits />}
              <DoneAlone />
            </>
          )}
        </QueryResult>
      </AllAtOnce>
    </Page>
  )
}

function DetailsForm({ house }: { house: House }) {
  const form = useZodForm(HouseDetails, { ...house, holdMinutes: String(house.holdMinutes) })
  const save = useApiMutation(houseApi.save, {
    done: 'The details of the house are saved.',
    onSuccess: setHouse,
    invalidates: [houseApi.read],
  })
  return (
    <Form form={form} onSubmit={(details) => save.mutateAsync({ body: details })} label="Details of the house">
      <Fieldset legend="Name and address">
        <TextField label="Name" autoComplete="organization" {...form.field('name')} />
        <TextField
          label="Short form"
          optional
          help="Shown at the top of narrow screens in place of the name."
          {...form.field('shortName')}
        />
        <TextField label="Address" autoComplete="street-address" {...form.field('address')} />
        <FieldRow>
          <TextField label="Telephone" type="tel" autoComplete="tel" {...form.field('telephone')} />
          <TextField label="Email" type="email" autoComplete="email" {...form.field('email')} />
        </FieldRow>
      </Fieldset>
      <Fieldset legend="Opening hours">
        <TextField label="The halls" help="For example: Every day, 7 am to 7 pm" {...form.field('visitingHours')} />
        <TextField
          label="The counter"
          help="For example: Monday to Friday, 9 am to 5 pm"
          {...form.field('counterHours')}
        />
        <TextField
          label="At Qing Ming and All Souls"
          help="If the halls are open longer then. For example: 5 am to 9 pm on the Sundays before and after"
          optional
          {...form.field('festivalHours')}
        />
        <TextArea
          label="Exceptions"
          help="One on each line, for example: Good Friday: closed"
          optional
          {...form.field('hourExceptions')}
        />
      </Fieldset>
      <Fieldset legend="Receipts and bookings">
        <TextField label="Registration number" {...form.field('registrationNumber')} />
        <TextField
          label="Sentence about taxes"
          help="On every receipt, for example: No GST is charged."
          {...form.field('taxNote')}
        />
        <TextField
          label="Hold minutes"
          inputMode="decimal"
          help="How long a niche is kept for a family that has not paid yet. A change applies to new bookings."
          {...form.field('holdMinutes')}
        />
        <Checkbox
          label="Ask for a proof of relationship where another person comes to a niche"
          {...form.register('asksRelationshipProof')}
        />
      </Fieldset>
      <FormActions submit="Save" />
    </Form>
  )
}
