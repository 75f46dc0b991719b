import { formatDay, toDay } from '#contract/dates.ts'
import { type RightDetail, rightApi } from '#contract/rights/api.ts'
import { claimWays, type Objection, ObjectionForm, objectionStates, objectionWays } from '#contract/rights/claim.ts'
import { claimApi } from '#contract/rights/claim-api.ts'
import { secondPersonApi } from '#contract/second-person/api.ts'
import { Card } from '#web/ui/Card.tsx'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { ReasonDialog } from '#web/ui/dialog/ReasonDialog.tsx'
import { optionsOf, SelectField } from '#web/ui/form/SelectField.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import { Table } from '#web/ui/table/Table.tsx'

const invalidates = [rightApi.detail, claimApi.openMatters]

/** Who objects. While an objection is open, nothing about the right moves. */
export function ObjectionsCard({ right: { number, objections, state } }: { right: RightDetail }) {
  return (
    <Card title="Objections">
      {objections.length === 0 ? (
        <p>Nobody has objected.</p>
      ) : (
        <Table
          caption="Objections"
          isOpen
          rows={objections}
          rowKey={({ objectionID }) => String(objectionID)}
          columns={[
            { header: 'Who', cell: ({ name }) => name, typed: true, room: 8, phone: 'title' },
            {
              header: 'Since',
              cell: ({ at, by }) => `${formatDay(toDay(new Date(at)))}. ${objectionWays[by]}`,
              room: 8,
              phone: 'below',
            },
            { header: 'What they say', cell: ({ words }) => words, long: true, room: 10 },
            {
              header: 'State',
              cell: (each) => [objectionStates[each.state], each.reason].filter(Boolean).join(': '),
              long: true,
              room: 6,
            },
            { header: 'Actions', actions: true, room: 10, cell: (objection) => <Ending objection={objection} /> },
          ]}
        />
      )}
      {state !== 'surrendered' && (
        <DialogButton small variant="secondary" dialog={() => <ObjectionDialog number={number} />}>
          Record an objection
        </DialogButton>
      )}
    </Card>
  )
}

const endings = { withdrawn: 'Withdrawn', settled: 'Settled' } as const

/** What has become of an open objection. */
const Ending = ({ objection: { objectionID, name, state } }: { objection: Objection }) =>
  state === 'open' && (
    <RowActions
      actions={(['withdrawn', 'settled'] as const).map((as) => ({
        label: endings[as],
        variant: 'secondary',
        name: `Record that the objection of ${name} is ${as}`,
        dialog: () => (
          <ReasonDialog
            title={`Is the objection of ${name} ${as}?`}
            endpoint={claimApi.endObjection}
            input={(reason) => ({ body: { objectionID, as, reason } })}
            verb="Ask a second person"
            done="Asked. The right stays blocked until a second person confirms it on the dashboard."
            help="How you know. Whoever objected and all holders read it in their letter."
            invalidates={[...invalidates, secondPersonApi.list]}
          >
            A second person confirms it within a day. After that the right is no longer blocked, unless another
            objection is open.
          </ReasonDialog>
        ),
      }))}
    />
  )

const ObjectionDialog = ({ number }: { number: string }) => (
  <FormDialog
    title="Record an objection"
    schema={ObjectionForm}
    values={{ name: '', words: '', by: 'counter', email: '', address: '' }}
    endpoint={claimApi.recordObjection}
    input={(body) => ({ body: { ...body, number } })}
    verb="Record and block the right"
    done="The objection is recorded. Nothing about this right moves now."
    invalidates={invalidates}
  >
    {(form) => (
      <>
        <p>From now on nothing about this right moves, until the objection is withdrawn or settled.</p>
        <TextField label="Who objects" autoComplete="off" {...form.field('name')} />
        <TextArea label="What they say" rows={4} maxLength={1000} {...form.field('words')} />
        <SelectField label="How they told us" options={optionsOf(claimWays)} {...form.field('by')} />
        <TextField
          label="Email"
          optional
          help="Where we write when the objection ends."
          type="email"
          autoComplete="off"
          {...form.field('email')}
        />
        <TextField label="Address" optional autoComplete="off" {...form.field('address')} />
      </>
    )}
  </FormDialog>
)
