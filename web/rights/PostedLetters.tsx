import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { pathTo } from '#contract/pages.ts'
import { orNotRecorded } from '#contract/registers/partial-date.ts'
import { type PostedLetter, rightApi } from '#contract/rights/api.ts'
import { Card } from '#web/ui/Card.tsx'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { ReasonDialog } from '#web/ui/dialog/ReasonDialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { ApiTable } from '#web/ui/table/ApiTable.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import type { Column } from '#web/ui/table/Table.tsx'
import { useDebouncedValue } from '#web/ui/use-debounced-value.ts'
import { whenColumn } from '#web/ui/When.tsx'

/** Letters that came back stand first. Each waits until it is printed again, or somebody says why not. */
export function PostedLetters({ isClerk }: { isClerk: boolean }) {
  const [right, setRight] = useState('')
  return (
    <div id="posted" data-screen-only>
      <Card title="Posted">
        <TextField
          label="Right"
          help="The number that a letter names, such as R-000012"
          maxLength={20}
          value={right}
          onChange={({ target }) => setRight(target.value)}
        />
        <ApiTable
          endpoint={rightApi.postedLetters}
          input={{ query: { right: useDebouncedValue(right.trim(), 300) } }}
          what="posted letters"
          caption="Posted letters"
          rowKey={({ letterID }) => letterID}
          columns={isClerk ? [...columns, ...actions] : columns}
          loading="Loading the posted letters..."
          failure="The posted letters could not be loaded just now."
          empty={
            <EmptyState
              words="No posted letter matches."
              hint="Letters appear here once they are recorded as posted."
            />
          }
        />
      </Card>
    </div>
  )
}

const columns: readonly Column<PostedLetter>[] = [
  { header: 'To', cell: ({ holder }) => orNotRecorded(holder), typed: true, room: 10, phone: 'title' },
  {
    header: 'Right',
    cell: ({ number }) => <Link to={pathTo('right', { number })}>{number}</Link>,
    code: true,
    phone: 'below',
  },
  { header: 'About', cell: describeLetter, folds: 'always' },
  { header: 'Address', cell: ({ address }) => orNotRecorded(address), typed: true, folds: 'always' },
  whenColumn<PostedLetter>('Posted', ({ postedAt }) => postedAt, { folds: 'always' }),
  whenColumn<PostedLetter>('Came back', ({ cameBackAt }) => cameBackAt, { folds: 'always', otherwise: 'No' }),
  { header: 'State', cell: ({ cameBackAt }) => (cameBackAt ? 'Came back' : 'Posted'), phone: 'belowEnd' },
]

function describeLetter({ months, isAboutClaim, isNews }: PostedLetter): string {
  if (isAboutClaim) return 'A claim to the right'
  if (isNews) return 'What staff have recorded'
  if (months === null) return 'Asks for an answer'
  return months === 1 ? 'A month before the end' : `${months} months before the end`
}

/** What is mostly done with a letter; whether nothing more is done is seen in its opened row. */
const actions: readonly Column<PostedLetter>[] = [
  {
    header: 'Not needed',
    folds: 'always',
    cell: (letter) =>
      letter.cameBackAt && (
        <LetterAction letter={letter} label="Dismiss" Dialog={Dismiss} name="Dismiss the letter to" />
      ),
  },
  {
    header: 'Actions',
    actions: true,
    room: 8,
    cell: (letter) =>
      letter.cameBackAt ? (
        <LetterAction letter={letter} label="Print again" Dialog={PrintAgain} name="Print again the letter to" />
      ) : (
        <LetterAction letter={letter} label="Came back" Dialog={CameBack} name="Came back: the letter to" />
      ),
  },
]

interface LetterActionProps extends LetterDialogProps {
  label: string
  name: string
  Dialog: (props: LetterDialogProps) => ReactNode
}

const LetterAction = ({ letter, label, name, Dialog }: LetterActionProps) => (
  <RowActions
    actions={[
      {
        label,
        variant: 'secondary',
        name: `${name} ${orNotRecorded(letter.holder)}`,
        dialog: () => <Dialog letter={letter} />,
      },
    ]}
  />
)

interface LetterDialogProps {
  letter: PostedLetter
}

const changed = { invalidates: [rightApi.postedLetters, rightApi.lettersToPost] }

const CameBack = ({ letter: { letterID, holder, number } }: LetterDialogProps) => (
  <CallDialog
    {...changed}
    title={`Did the letter to ${orNotRecorded(holder)} come back?`}
    confirm="It came back"
    endpoint={rightApi.letterCameBack}
    input={{ body: { letterID } }}
    done="The letter stands first now, and waits."
  >
    <p>About right {number}. It then waits until it is printed again, or somebody says why not.</p>
  </CallDialog>
)

const PrintAgain = ({ letter: { letterID, holder, address, isAddressNew } }: LetterDialogProps) => (
  <FormDialog
    {...changed}
    title={`Print the letter to ${orNotRecorded(holder)} again?`}
    schema={z.object({
      checked: z
        .boolean()
        .refine((checked) => checked || isAddressNew, 'Please check the address, or correct it first.'),
    })}
    values={{ checked: false }}
    endpoint={rightApi.printAgain}
    input={({ checked }) => ({ body: { letterID, checked } })}
    verb="Print again"
    done="The letter is among those to post."
  >
    {(form) => (
      <>
        <p>
          {address
            ? `It goes to this address: ${address}.`
            : 'No address is recorded. Please record one on the page of the right, or write it by hand.'}
        </p>
        {!isAddressNew && (
          <>
            {address && (
              <p>The letter came back from there. If it is wrong, first correct it on the page of the right.</p>
            )}
            <Checkbox label="I have checked where they live" {...form.field('checked')} />
          </>
        )}
      </>
    )}
  </FormDialog>
)

const Dismiss = ({ letter: { letterID } }: LetterDialogProps) => (
  <ReasonDialog
    {...changed}
    title="Do nothing more about this letter?"
    endpoint={rightApi.dismissReturned}
    input={(reason) => ({ body: { letterID, reason } })}
    verb="Dismiss"
    done="The letter is dismissed."
    help="Kept in the audit log."
  />
)
