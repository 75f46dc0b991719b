import { useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { formatDateTime } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { required } from '#contract/schema-parts.ts'
import { type Mismatch, type MismatchKind, urnApi } from '#contract/urns/api.ts'
import { useApi, useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { Table } from '#web/ui/Table.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { useZodForm } from '#web/ui/use-zod-form.ts'
import { moveTitles } from './move-words.ts'

const whatDiffered: Record<MismatchKind, string> = {
  niche: 'the urn does not belong to this niche',
  name: 'another name was chosen',
  identifier: 'another date or number was chosen',
}

/** Shown only while a stopped move was not settled. */
export function Mismatches() {
  const mismatches = useApi(urnApi.mismatches, {}, { what: 'stopped moves of urns' })
  const [chosen, setChosen] = useState<Mismatch>()
  if (!mismatches.data?.length && !chosen) return null
  return (
    <Card title="Stopped moves of urns">
      <p>Something did not match, so nothing was moved. Please find out what happened, and record it here.</p>
      <Table
        caption="Stopped moves of urns"
        rows={mismatches.data ?? []}
        rowKey={({ attemptID }) => attemptID}
        columns={[
          { header: 'Urn', cell: ({ tag }) => <Link to={pathTo('urn', { tag })}>{tag}</Link> },
          { header: 'Niche entered', cell: ({ nicheCode }) => nicheCode, typed: true },
          { header: 'What happened', cell: ({ event, kind }) => `${moveTitles[event]}: ${whatDiffered[kind]}` },
          { header: 'By', cell: ({ by, at }) => `${by}, ${formatDateTime(at)}`, typed: true },
          {
            header: 'Settle',
            cell: (mismatch) => (
              <Button small variant="secondary" onClick={() => setChosen(mismatch)}>
                Settle
              </Button>
            ),
          },
        ]}
      />
      {chosen && <SettleDialog mismatch={chosen} onClose={() => setChosen(undefined)} />}
    </Card>
  )
}

const Finding = z.object({ note: required('Please say what you found.', 500) })

function SettleDialog({ mismatch: { attemptID, tag }, onClose }: { mismatch: Mismatch; onClose: () => void }) {
  const form = useZodForm(Finding, { note: '' })
  const settle = useApiMutation(urnApi.settleMismatch, {
    done: 'Settled.',
    onSuccess: onClose,
    invalidates: [urnApi.mismatches],
  })
  return (
    <Dialog title={`Stopped move of urn ${tag}`} onClose={onClose}>
      <Form form={form} onSubmit={({ note }) => settle.mutateAsync({ body: { attemptID, note } })}>
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
