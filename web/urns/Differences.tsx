import { useState } from 'react'
import { z } from 'zod'
import { formatDateTime } from '#contract/dates.ts'
import { required } from '#contract/schema-parts.ts'
import { describeExpected, describeMark } from '#contract/urns/count.ts'
import { countApi, type UrnDifference } from '#contract/urns/count-api.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { useZodForm } from '#web/ui/use-zod-form.ts'

/** What two people found in a niche against what the ledger says, with how it was settled. */
export function Differences({ differences, isOfBlock }: { differences: readonly UrnDifference[]; isOfBlock: boolean }) {
  const [chosen, setChosen] = useState<UrnDifference>()
  const place: Column<UrnDifference> = { header: 'Block', cell: (each) => each.place, typed: true }
  return (
    <>
      <Table
        caption="Differences"
        rows={differences}
        rowKey={({ differenceID }) => differenceID}
        columns={[
          { header: 'Niche', cell: ({ nicheCode }) => nicheCode, typed: true },
          ...(isOfBlock ? [] : [place]),
          { header: 'Should hold', cell: ({ expectedTag }) => describeExpected(expectedTag), typed: true },
          { header: 'Found', cell: ({ found }) => <Found found={found} />, typed: true },
          {
            header: 'Settled',
            cell: (difference) =>
              difference.settled ? (
                <Settled {...difference.settled} />
              ) : (
                <Button
                  small
                  variant="secondary"
                  aria-label={`Settle ${difference.nicheCode}`}
                  onClick={() => setChosen(difference)}
                >
                  Settle
                </Button>
              ),
            typed: true,
          },
        ]}
      />
      {chosen && <SettleDialog difference={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}

const Found = ({ found }: Pick<UrnDifference, 'found'>) => (
  <div>
    {found.map(({ by, mark }) => (
      <p key={by}>
        {by}: {describeMark(mark)}
      </p>
    ))}
  </div>
)

const Settled = ({ at, by, note }: NonNullable<UrnDifference['settled']>) => (
  <div>
    <p>
      {by}, {formatDateTime(at)}
    </p>
    <p>{note}</p>
  </div>
)

const Note = z.object({ note: required('Please say what you found.', 500) })

function SettleDialog({
  difference: { differenceID, nicheCode },
  onClose,
}: {
  difference: UrnDifference
  onClose: () => void
}) {
  const form = useZodForm(Note, { note: '' })
  const settle = useApiMutation(countApi.settle, {
    done: 'Settled.',
    onSuccess: onClose,
    invalidates: [countApi.differences, countApi.detail],
  })
  return (
    <Dialog title={`Difference in niche ${nicheCode}`} onClose={onClose}>
      <Form form={form} onSubmit={({ note }) => settle.mutateAsync({ body: { differenceID, note } })}>
        <TextArea
          label="What you found"
          rows={3}
          maxLength={500}
          help="Kept in the audit log."
          {...form.field('note')}
        />
        <FormActions error={form.formState.errors.root?.message} onCancel={onClose}>
          <Button type="submit" busy={settle.isPending}>
            Settle
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
