import type { ReplyData } from '#contract/endpoint.ts'
import { DenialReasons, HouseLimits, houseApi } from '#contract/house/api.ts'
import { secondPersonApi } from '#contract/second-person/api.ts'
import { useApi } from '#web/api/use-api.ts'
import { Card } from '#web/ui/Card.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { SettingsForm } from './SettingsForm.tsx'

/** The templates from which clerks start a reason for a denial. */
export const DenialTexts = () => (
  <SettingsForm
    title="Templates for denials"
    what="templates"
    schema={DenialReasons}
    read={houseApi.denialReasons}
    save={houseApi.saveDenialReasons}
    submit="Save templates"
  >
    {(form) => (
      <TextArea
        label="Templates"
        rows={6}
        optional
        help="One on each line. A clerk chooses one and completes it; the family reads it in the letter."
        {...form.field('reasons')}
      />
    )}
  </SettingsForm>
)

/** The amounts from which on a second clerk is needed. */
export const Limits = () => (
  <SettingsForm
    title="What one clerk does alone"
    what="amounts"
    schema={HouseLimits}
    read={houseApi.limits}
    save={houseApi.saveLimits}
  >
    {(form) => (
      <>
        <TextField
          label="One clerk alone, up to"
          inputMode="decimal"
          help="Failed card refunds and second payments that staff settle by hand. Above it, a second clerk who took no part confirms it. With 0.00 it is always two, unless nobody else could confirm it; then all admins are told."
          {...form.field('settleAlone')}
        />
        <TextField
          label="One clerk alone waives or refunds charges, up to"
          inputMode="decimal"
          help="Above it, a second clerk confirms it. With 0.00 it is always two, unless nobody else could confirm it; then all admins are told."
          {...form.field('waiveAlone')}
        />
      </>
    )}
  </SettingsForm>
)

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
