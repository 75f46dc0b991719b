import type { ReplyData } from '#contract/endpoint.ts'
import { DenialReasons, HouseLimits, houseApi } from '#contract/house/api.ts'
import { secondPersonApi } from '#contract/second-person/api.ts'
import { useApi, useApiMutation, useUpToDate } from '#web/api/use-api.ts'
import { Card } from '#web/ui/Card.tsx'
import { Fieldset, Form, FormActions } from '#web/ui/form/Form.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import { QueryResult } from '#web/ui/QueryResult.tsx'

/** The templates from which clerks start a reason for a denial. */
export function DenialTexts() {
  const texts = useUpToDate(useApi(houseApi.denialReasons, {}))
  return (
    <QueryResult query={texts} loading="Loading the templates..." failure="The templates could not be read just now.">
      {(data) => <TextsForm texts={data} />}
    </QueryResult>
  )
}

function TextsForm({ texts }: { texts: DenialReasons }) {
  const form = useZodForm(DenialReasons, texts)
  const save = useApiMutation(houseApi.saveDenialReasons, {
    done: 'The templates are saved.',
    invalidates: [houseApi.denialReasons],
  })
  return (
    <Form form={form} onSubmit={(body) => save.mutateAsync({ body })} label="Templates for denials">
      <Fieldset legend="Templates for denials">
        <TextArea
          label="Templates"
          rows={6}
          optional
          help="One on each line. A clerk chooses one and completes it; the family reads it in the letter."
          {...form.field('reasons')}
        />
      </Fieldset>
      <FormActions submit="Save templates" variant="secondary" />
    </Form>
  )
}

/** The amounts from which on a second clerk is needed. */
export function Limits() {
  const limits = useUpToDate(useApi(houseApi.limits, {}))
  return (
    <QueryResult query={limits} loading="Loading the amount..." failure="The amount could not be read just now.">
      {(data) => <LimitsForm limits={data} />}
    </QueryResult>
  )
}

function LimitsForm({ limits }: { limits: HouseLimits }) {
  const form = useZodForm(HouseLimits, limits)
  const save = useApiMutation(houseApi.saveLimits, { done: 'The amounts are saved.', invalidates: [houseApi.limits] })
  return (
    <Form form={form} onSubmit={(body) => save.mutateAsync({ body })} label="What one clerk does alone">
      <Fieldset legend="What one clerk does alone">
        <TextField
          label="One clerk alone, up to"
          inputMode="decimal"
          help="Failed card refunds and second payments that staff settle by hand. Above it, a second clerk who took no part confirms it. With 0.00 it is always two."
          {...form.field('settleAlone')}
        />
        <TextField
          label="One clerk alone waives charges, up to"
          inputMode="decimal"
          help="Above it, a second clerk confirms the waiver. With 0.00 it is always two."
          {...form.field('waiveAlone')}
        />
      </Fieldset>
      <FormActions submit="Save these amounts" variant="secondary" />
    </Form>
  )
}

type Why = ReplyData<typeof secondPersonApi.alone>[number]['why']

const sentences: Record<Why, string> = {
  demo: 'In the demo, one admin does these alone. In production, a house with three or more staff needs two people.',
  small:
    'Fewer than three people are staff or admins here, so one admin does these alone. From the third on, another admin confirms each within a day. Somebody who left counts for thirty days.',
  nobodyElse:
    'Nobody else here could confirm these, so one admin does them alone. With a second admin, each is confirmed within a day.',
}

/** What one person can do alone in this house; nothing if two are needed for all of it. */
export function DoneAlone() {
  const alone = useApi(secondPersonApi.alone, {}, { what: 'what one person can do alone' })
  const [first] = alone.data ?? []
  if (!alone.data || !first) return null
  return (
    <Card title="What one admin can do alone">
      <p>{sentences[first.why]}</p>
      <ul>
        {alone.data.map(({ act }) => (
          <li key={act}>{act.charAt(0).toUpperCase() + act.slice(1)}</li>
        ))}
      </ul>
    </Card>
  )
}
