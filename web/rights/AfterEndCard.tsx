import { formatDateTime, formatDay, toDay } from '#contract/dates.ts'
import { type AfterEnd, type Answer, AnswerForm, answers, ClearForm, StepForm } from '#contract/rights/after-end.ts'
import { type RightDetail, rightApi } from '#contract/rights/api.ts'
import { secondPersonApi } from '#contract/second-person/api.ts'
import { serverNow } from '#web/api/server-clock.ts'
import { useSignedIn } from '#web/session/session.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { ReasonDialog } from '#web/ui/dialog/ReasonDialog.tsx'
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx'
import { optionsOf } from '#web/ui/form/SelectField.tsx'
import { NoteField } from '#web/ui/form/TextArea.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'

interface Props {
  right: RightDetail
  afterEnd: AfterEnd
}

/** What the house has done since the end of a right, what is next, and a family that wants to be heard. */
export function AfterEndCard({ right, afterEnd }: Props) {
  const { number, heardAt } = right
  const { steps, next, mayClear, clearedTo } = afterEnd
  const isDue = next.name !== null && next.from <= toDay(serverNow())
  const isClerk = useSignedIn().role === 'staff'
  return (
    <Card title="After the end">
      <State right={right} afterEnd={afterEnd} />
      <Table
        caption="Steps after the end"
        isOpen
        rows={steps.map((step, position) => ({ ...step, position }))}
        rowKey={({ position }) => String(position)}
        columns={columnsFor(afterEnd)}
      />
      <div className={common.row2}>
        {isClerk && heardAt && (
          <DialogButton small dialog={() => <AnswerDialog number={number} />}>
            Record what was agreed
          </DialogButton>
        )}
        {isClerk && !heardAt && clearedTo === null && isDue && (
          <DialogButton small dialog={() => <StepDialog number={number} next={next} />}>
            {`Record: ${next.name}`}
          </DialogButton>
        )}
        {mayClear && (
          <DialogButton small variant="secondary" dialog={() => <ClearDialog number={number} />}>
            Take the urns to a shelf
          </DialogButton>
        )}
        {isClerk && !heardAt && (
          <DialogButton small variant="secondary" dialog={() => <ContactDialog number={number} />}>
            The family wants to be heard
          </DialogButton>
        )}
      </div>
    </Card>
  )
}

function State({ right: { endsOn, heardAt }, afterEnd: { next, mayClear, areUrnsAsked, clearedTo } }: Props) {
  if (heardAt)
    return (
      <Callout tone="warning" title={`The family has wanted to be heard since ${formatDateTime(heardAt)}.`}>
        <p>Please speak with it. All steps have stopped until you record what was agreed.</p>
      </Callout>
    )
  if (clearedTo !== null)
    return (
      <p>
        The urns of this niche may be taken out at the wall, by two people, to shelf {clearedTo}. From there each is
        given to the family or returned. The niche stays as it is.
        {areUrnsAsked && ' Because the family has asked for them, joint holders agree first, as before the end.'}
      </p>
    )
  if (areUrnsAsked) return <p>The family has asked for its urns. Two people, one of them an admin, agree on a shelf.</p>
  return (
    <p>
      The right ended on {formatDay(endsOn ?? '')}. Nothing has happened with the niche, and nothing does by itself.{' '}
      {next.name
        ? `Next: ${next.name}, from ${formatDay(next.from)}.`
        : mayClear
          ? 'All steps are over: two people, one of them an admin, can agree to take the urns to a shelf.'
          : `All steps are recorded. The last wait is over on ${formatDay(next.from)}.`}
    </p>
  )
}

type Row = AfterEnd['steps'][number] & { position: number }

const columnsFor = ({ next }: AfterEnd): readonly Column<Row>[] => [
  { header: 'Step', cell: ({ name }) => name, typed: true, room: 9 },
  {
    header: 'Recorded',
    cell: ({ on, position }) => {
      if (on) return formatDay(on)
      return position === next.position ? `From ${formatDay(next.from)}` : 'Later'
    },
    room: 10.5,
  },
  { header: 'By', cell: ({ by }) => by || 'Nobody yet', typed: true, room: 8 },
  { header: 'Days after it', cell: ({ days }) => days, align: 'end', room: 7 },
  { header: 'Note', cell: ({ note }) => note || 'None', long: true },
]

/** An agreement that waits for a second person is asked for here, and ends when a family is heard. */
const invalidates = [rightApi.detail, rightApi.list, rightApi.waiting, secondPersonApi.list]

interface StepProps {
  number: string
  next: AfterEnd['next']
}

const StepDialog = ({ number, next: { position, name, from } }: StepProps) => (
  <FormDialog
    title={`Record: ${name}`}
    schema={StepForm}
    values={{ note: '' }}
    endpoint={rightApi.recordStep}
    input={({ note }) => ({ body: { number, position, note } })}
    verb="Record"
    done="The step is recorded."
    invalidates={invalidates}
  >
    {(form) => (
      <>
        <p>It can be recorded from {formatDay(from)}, with today’s date and your name, once it is done.</p>
        <NoteField label="Note" optional help="Such as whom you called." {...form.field('note')} />
      </>
    )}
  </FormDialog>
)

const ContactDialog = ({ number }: { number: string }) => (
  <ReasonDialog
    title="Does the family want to be heard?"
    endpoint={rightApi.recordFamilyContact}
    input={(reason) => ({ body: { number, reason } })}
    label="Who called or came"
    verb="Record"
    done="All steps have stopped until you record what was agreed."
    invalidates={invalidates}
  >
    All steps stop, and an agreement to take the urns to a shelf ends.
  </ReasonDialog>
)

const choices: Record<Answer, string> = {
  goOn: 'Also if an extension was charged: it stops the steps by itself until it is paid. Otherwise the days after the last step begin again.',
  takeUrns:
    'Two people, one of them an admin, can then agree at once on the shelf from which they are given to the family.',
}

const AnswerDialog = ({ number }: { number: string }) => (
  <FormDialog
    title="What was agreed?"
    schema={AnswerForm}
    values={{ reason: '' }}
    endpoint={rightApi.recordAnswer}
    input={(body) => ({ body: { ...body, number } })}
    verb="Record"
    done="What was agreed is recorded."
    invalidates={invalidates}
  >
    {(form) => (
      <>
        <ChoiceField
          legend="Agreed"
          choices={optionsOf(answers).map((answer) => ({ ...answer, words: choices[answer.value] }))}
          {...form.field('answer')}
        />
        <NoteField
          label="Reason"
          help="With whom you spoke, and what they want. Kept in the history of the right."
          {...form.field('reason')}
        />
      </>
    )}
  </FormDialog>
)

const ClearDialog = ({ number }: { number: string }) => (
  <FormDialog
    title="Take the urns to a shelf?"
    schema={ClearForm}
    values={{ shelf: '', reason: '' }}
    endpoint={rightApi.clearNiche}
    input={(body) => ({ body: { ...body, number } })}
    verb="Ask a second person"
    done="Asked. Nothing is done until a second person confirms it on the dashboard."
    invalidates={invalidates}
  >
    {(form) => (
      <>
        <p>
          A second person confirms it within a day; one of the two is an admin. Then two people may take each urn out at
          the wall. The niche stays as it is, and from the shelf an urn can be returned to it.
        </p>
        <TextField label="Shelf" autoComplete="off" help="Such as: Store room, shelf 3" {...form.field('shelf')} />
        <NoteField label="Reason" help="Kept in the history of the right." {...form.field('reason')} />
      </>
    )}
  </FormDialog>
)
