import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { formatAmount } from '#contract/money.ts'
import { dateOrNotRecorded } from '#contract/registers/partial-date.ts'
import { authorityLabels, type Check, Identity, type ReleaseDetails } from '#contract/urns/confirmation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Code } from '#web/ui/Code.tsx'
import common from '#web/ui/common.module.css'
import { focusHeading } from '#web/ui/focus-heading.ts'
import { Form, FormActions } from '#web/ui/form/Form.tsx'
import { NoteField } from '#web/ui/form/TextArea.tsx'
import type { FieldsForm } from '#web/ui/form/use-fields.ts'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import { WhoHolds } from './CollectorStep.tsx'
import { type ConfirmationProps, useConfirmation } from './confirm-move.ts'
import { IdentifierFields, NameField } from './IdentityFields.tsx'
import { moveTitles } from './move-words.ts'
import { StepCard } from './StepCard.tsx'
import styles from './Urns.module.css'

const Answer = Identity.extend({ reason: z.string().max(500) })

interface CompareStepProps extends ConfirmationProps {
  release: ReleaseDetails | undefined
  /** Asks for the name first and then for the other value, on a phone. */
  oneByOne: boolean
}

/** Name and one more value, compared with the papers. The page does not know which are right. */
export function CompareStep({ release, oneByOne, ...props }: CompareStepProps) {
  const { scanned, check, onCancel } = props
  const [isNamed, setNamed] = useState(false)
  const [{ kind: firstKind } = { kind: 'birth' as const }] = check.identifiers
  const form = useZodForm(Answer, { name: '', identifier: firstKind, value: '', reason: '' })
  const { confirm, isPending } = useConfirmation(props)
  const send = ({ reason, ...answer }: z.output<typeof Answer>) =>
    confirm({ ...answer, ...(reason && { reason }), ...(release && { release }) })
  const asksName = !oneByOne || !isNamed
  const asksValue = !oneByOne || isNamed

  return (
    <StepCard title={moveTitles[scanned.event]} scanned={scanned}>
      <Form form={form} onSubmit={send}>
        {asksName ? (
          <>
            <CompareNotices check={check} />
            <NameField form={form} names={check.names} />
          </>
        ) : (
          <ChosenName name={form.getValues('name')} />
        )}
        {asksValue && <ValueFields form={form} check={check} />}
        <FormActions onCancel={onCancel}>
          {/* With keys, because one element that becomes a submit button while it is pressed sends the form. */}
          {asksValue ? (
            <Button key="confirm" type="submit" busy={isPending}>
              Confirm
            </Button>
          ) : (
            <Button key="continue" onClick={async () => setNamed(await form.trigger('name'))}>
              Continue
            </Button>
          )}
        </FormActions>
      </Form>
    </StepCard>
  )
}

/** Stands above the next question. It gets the focus and moves to the top of the screen, so that the question is in sight. */
function ChosenName({ name }: { name: string }) {
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => focusHeading(top.current), [])
  return (
    <div ref={top}>
      <h3 className={styles.person}>{name}</h3>
    </div>
  )
}

type AnswerForm = FieldsForm<z.input<typeof Answer>, z.output<typeof Answer>>

/** A date or number, and the reason if the urn is too large. */
const ValueFields = ({ form, check }: { form: AnswerForm; check: Check }) => (
  <>
    <IdentifierFields form={form} identifiers={check.identifiers} />
    {check.tooLarge && !check.first?.reason && (
      <NoteField label="Why place it here anyway?" help="Kept in the history of the urn." {...form.field('reason')} />
    )}
  </>
)

const Nothing = z.object({})

/** Each of the two people looks into the niche of an urn that nobody has seen yet. There is nothing to compare. */
export function LookStep(props: ConfirmationProps) {
  const { scanned, check, onCancel } = props
  const form = useZodForm(Nothing, {})
  const { confirm } = useConfirmation(props)
  const isThere = scanned.event === 'see'
  return (
    <StepCard title={moveTitles[scanned.event]} scanned={scanned}>
      <Form form={form} onSubmit={() => confirm({})}>
        <CompareNotices check={check} />
        {isThere ? (
          <p>
            The register names <strong>{check.listedName || 'nobody'}</strong> here. Please look yourself, and confirm
            only if this urn is in the niche.
          </p>
        ) : (
          <p>Please look into the niche yourself, and confirm only if this urn is not there.</p>
        )}
        <FormActions submit={isThere ? 'It is there' : 'It is not there'} onCancel={onCancel} />
      </Form>
    </StepCard>
  )
}

/**
 * What both people must know before they confirm: others behind the same door, namesakes, a size that does not fit, and
 * charges that are due, and what the first person entered.
 */
const CompareNotices = ({
  check,
  check: { others, behindSameDoor, namesakes, tooLarge, chargesDue, first },
}: {
  check: Check
}) => (
  <>
    <WhoHolds check={check} />
    {others.length > 0 && (
      <Callout tone="note" title="Others have a place in this niche">
        <p>{others.join(', ')}. Please make sure that this is the right urn.</p>
      </Callout>
    )}
    {behindSameDoor.length > 0 && (
      <Callout tone="note" title="Other niches are behind the same door">
        <ul className={common.bullets}>
          {behindSameDoor.map(({ nicheCode, people }) => (
            <li key={nicheCode}>
              <strong>
                <Code>{nicheCode}</Code>
              </strong>
              : {people.join(', ') || 'nobody'}
            </li>
          ))}
        </ul>
      </Callout>
    )}
    {namesakes.length > 0 && (
      <Callout tone="warning" title="Others in the house have the same or nearly the same name">
        <ul className={common.bullets}>
          {namesakes.map(({ name, nicheCode, place, dateOfBirth, dateOfDeath }) => (
            <li key={`${nicheCode} ${name}`}>
              <strong>{name}</strong>, niche <Code>{nicheCode}</Code>, {place}. Born: {dateOrNotRecorded(dateOfBirth)}.
              Died: {dateOrNotRecorded(dateOfDeath)}.
            </li>
          ))}
        </ul>
      </Callout>
    )}
    {tooLarge && (
      <Callout tone="warning" title="The urn is larger than the door">
        <p>
          The urn is {tooLarge.urn.widthMm} by {tooLarge.urn.heightMm} mm, the door {tooLarge.opening.widthMm} by{' '}
          {tooLarge.opening.heightMm} mm.
          {first?.reason && ` ${first.by} wrote: ${first.reason}`}
        </p>
      </Callout>
    )}
    {chargesDue && (
      <Callout tone="note" title={`${formatAmount(chargesDue)} is due for charges`}>
        <p>The urn can be placed all the same.</p>
      </Callout>
    )}
    {first && (
      <Callout tone="note" title={`${first.by} has confirmed this move`}>
        {first.release ? (
          <p>
            To {first.release.releasedTo}, {first.release.identityKind} ending {first.release.identityEnding}.{' '}
            {authorityLabels[first.release.authority]}: {first.release.document}. Please compare it with the papers.
          </p>
        ) : (
          <p>You are the second person. Please compare the papers yourself.</p>
        )}
      </Callout>
    )}
  </>
)
