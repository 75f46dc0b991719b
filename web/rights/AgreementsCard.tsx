import { z } from 'zod'
import { formatDay, toDay } from '#contract/dates.ts'
import {
  type AskedHolder,
  type AskedUrn,
  agreementWays,
  describeAsked,
  missingOf,
  urnLeaves,
  urnLeavings,
} from '#contract/rights/agreement.ts'
import { type RightDetail, rightApi } from '#contract/rights/api.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { ReasonDialog } from '#web/ui/dialog/ReasonDialog.tsx'
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx'
import { optionsOf, SelectField } from '#web/ui/form/SelectField.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import { Table } from '#web/ui/table/Table.tsx'

const changed = { invalidates: [rightApi.detail, rightApi.lettersToPost] }

/** What the holders are asked about urns. A right with one holder asks nobody. */
export function AgreementsCard({ right: { number, holders, urns, asked } }: { right: RightDetail }) {
  if (holders.length < 2 && asked.length === 0) return null
  return (
    <Card title="Agreement of the holders">
      <p>An urn is taken out of the niche, or given to the family, only once every holder has agreed to that.</p>
      {asked.map((urn) => (
        <OneUrn key={urn.tag} number={number} urn={urn} />
      ))}
      {urns.length > 0 && (
        <DialogButton small variant="secondary" dialog={() => <AskDialog number={number} urns={urns} />}>
          Ask the holders
        </DialogButton>
      )}
    </Card>
  )
}

const OneUrn = ({ number, urn }: { number: string; urn: AskedUrn }) => (
  <section className={common.stack3}>
    <h3 className={common.textS}>
      {describeAsked(urn)} (urn <Unbroken text={urn.tag} />)
    </h3>
    <Table
      caption={`Holders who are asked about urn ${urn.tag}`}
      isOpen
      rows={urn.holders}
      rowKey={({ name, agreementID }) => agreementID ?? name}
      columns={[
        { header: 'Holder', cell: ({ name }) => name, typed: true, room: 10, phone: 'title' },
        { header: 'Answer', cell: (holder) => <Unbroken text={describeAnswer(holder)} />, room: 12, phone: 'below' },
        {
          header: 'Actions',
          actions: true,
          room: 10,
          cell: (holder) => (
            <RowActions
              actions={[
                holder.agreementID !== null && {
                  label: 'Answer',
                  variant: 'secondary',
                  name: `Record the answer of ${holder.name}`,
                  dialog: () => <AnswerDialog number={number} holder={holder} />,
                },
              ]}
            />
          ),
        },
      ]}
    />
    <RowActions
      actions={[
        missingOf(urn.holders).length > 0 && {
          label: 'Ask again',
          variant: 'secondary',
          name: `Ask again about urn ${urn.tag}`,
          dialog: () => (
            <CallDialog
              {...changed}
              title="Write to those who have not agreed?"
              confirm="Write"
              endpoint={rightApi.askHolders}
              input={{ body: { number, tag: urn.tag, event: urn.event } }}
              done="The letters are written."
            >
              <p>A new letter replaces the one before, and its link too.</p>
            </CallDialog>
          ),
        },
        {
          label: 'End the request',
          name: `End the request about urn ${urn.tag}`,
          dialog: () => (
            <ReasonDialog
              {...changed}
              title="Is the urn to stay where it is?"
              endpoint={rightApi.endAsking}
              input={(reason) => ({ body: { number, tag: urn.tag, reason } })}
              verb="End the request"
              done="The request has ended."
              help="Kept in the history of the right."
            >
              What the holders have said counts no more. To move the urn later, they are asked again.
            </ReasonDialog>
          ),
        },
      ]}
    />
  </section>
)

function describeAnswer({ agreementID, agreedAt, agreedBy, declinedAt, declinedBy }: AskedHolder): string {
  if (agreedAt && agreedBy) return `Agreed ${formatDay(toDay(new Date(agreedAt)))}, ${agreementWays[agreedBy]}`
  if (declinedAt) return ['Does not agree', declinedBy && agreementWays[declinedBy]].filter(Boolean).join(', ')
  return agreementID ? 'Not answered yet' : 'Not asked yet'
}

function AskDialog({ number, urns }: Pick<RightDetail, 'number' | 'urns'>) {
  const [first] = urns
  return (
    <FormDialog
      {...changed}
      title="Ask the holders"
      schema={z.object({ tag: z.string(), event: z.enum(urnLeavings, 'Please choose what is to happen.') })}
      values={{ tag: first?.tag ?? '' }}
      endpoint={rightApi.askHolders}
      input={({ tag, event }) => ({ body: { number, tag, event } })}
      verb="Write to them"
      done="The letters are written."
    >
      {(form) => {
        const chosen = urns.find(({ tag }) => tag === form.watch('tag'))
        const possible = urnLeavings.filter((event) => event === 'release' || chosen?.inNiche)
        return (
          <>
            <p>
              Each holder gets a letter: by email with a link, or by post with a slip to sign. Whoever agrees that the
              urn is given to the family also agrees that it is taken out.
            </p>
            <SelectField
              label="Urn"
              options={urns.map(({ tag, person }) => ({ value: tag, label: person ? `${person}, ${tag}` : tag }))}
              {...form.field('tag')}
            />
            <ChoiceField
              legend="The urn is to"
              choices={possible.map((value) => ({ value, label: urnLeaves[value] }))}
              {...form.field('event')}
            />
          </>
        )
      }}
    </FormDialog>
  )
}

const signed = {
  letter: 'The letter came back signed',
  counter: 'They signed at the counter',
  no: 'They do not agree, or no longer',
}
const SignedForm = z.object({ answer: z.enum(['letter', 'counter', 'no'], 'Please choose their answer.') })

const AnswerDialog = ({ number, holder }: { number: string; holder: AskedHolder }) => (
  <FormDialog
    {...changed}
    title={`What does ${holder.name} answer?`}
    schema={SignedForm}
    values={{}}
    endpoint={rightApi.recordAgreement}
    input={({ answer }) => ({
      body: {
        number,
        agreementID: holder.agreementID ?? '',
        agrees: answer !== 'no',
        by: answer === 'no' ? undefined : answer,
      },
    })}
    verb="Record it"
    done="The answer is recorded, and all holders read it."
  >
    {(form) => <ChoiceField legend="Answer" choices={optionsOf(signed)} {...form.field('answer')} />}
  </FormDialog>
)
