import { useState } from 'react'
import { formatDay, toDay } from '#contract/dates.ts'
import { type LetterToPost, mostLettersToPost, rightApi } from '#contract/rights/api.ts'
import { useApi } from '#web/api/use-api.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { useHouse } from '#web/session/house.ts'
import { useSignedIn } from '#web/session/session.ts'
import { AllAtOnce } from '#web/ui/AllAtOnce.tsx'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { Page } from '#web/ui/Page.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import styles from './LettersToPostPage.module.css'
import { PostedLetters } from './PostedLetters.tsx'

/**
 * For families without an email address. Each letter is printed on a page of its own, with the address of its reader if staff have
 * recorded it. A letter counts as posted only if its tick says so: the days to object to a claim begin then.
 */
export function LettersToPostPage() {
  const letters = useApi(rightApi.lettersToPost, {}, { what: 'letters', staleTime: 0 })
  const isClerk = useSignedIn().role === 'staff'
  const waiting = letters.data ?? []
  const { isTicked, tick } = useTicks(letters.data)
  const ticked = waiting.filter(isTicked)
  const isCut = waiting.length === mostLettersToPost
  return (
    <Page
      title="Letters to post"
      intro="To families and their contacts without an email address, about rights and claims to them."
      narrow
      headerOnScreenOnly
    >
      <AllAtOnce loading="Loading the letters...">
        {waiting.length > 0 && (
          <div className={common.row2}>
            <PrintButton>{isCut ? `Print these ${waiting.length}` : 'Print them all'}</PrintButton>
            {isClerk && ticked.length > 0 && <RecordPosted letters={ticked} />}
          </div>
        )}
        {isCut && (
          <p data-screen-only>
            These are the first {waiting.length}. There may be more, which are listed once these are posted.
          </p>
        )}
        <QueryResult query={letters} loading="Loading the letters..." failure="The letters could not be read just now.">
          {(list) =>
            list.length === 0 ? (
              <EmptyState
                words="No letter waits to be posted."
                hint="Families with an email address get theirs by email."
              />
            ) : (
              list.map((letter) => (
                <div key={letter.letterID} className={`${common.stack2} ${styles.letter}`}>
                  {isClerk && (
                    <span data-screen-only>
                      <Checkbox
                        label={`Posted to ${letter.holder}, about ${letter.number}`}
                        checked={isTicked(letter)}
                        onChange={(event) => tick(letter, event.target.checked)}
                      />
                    </span>
                  )}
                  <PrintedLetter letter={letter} />
                </div>
              ))
            )
          }
        </QueryResult>
        <PostedLetters isClerk={isClerk} />
      </AllAtOnce>
    </Page>
  )
}

/**
 * Which letters were posted. At first all that were there when the page was opened, because those that came since are not printed, and
 * without those that have no address.
 */
function useTicks(letters: readonly LetterToPost[] | undefined) {
  const [opened, setOpened] = useState(letters)
  const [changed, setChanged] = useState<Readonly<Record<string, boolean>>>({})
  if (!opened && letters) setOpened(letters)
  const isTicked = ({ letterID, address }: LetterToPost) =>
    changed[letterID] ?? (address !== '' && (opened ?? []).some((each) => each.letterID === letterID))
  const tick = ({ letterID }: LetterToPost, isPosted: boolean) => setChanged({ ...changed, [letterID]: isPosted })
  return { isTicked, tick }
}

const RecordPosted = ({ letters }: { letters: readonly LetterToPost[] }) => (
  <span data-screen-only>
    <DialogButton
      dialog={() => (
        <CallDialog
          title={letters.length === 1 ? 'Was this letter posted?' : `Were these ${letters.length} letters posted?`}
          confirm="Record as posted"
          endpoint={rightApi.recordPosted}
          input={{ body: { letterIDs: letters.map(({ letterID }) => letterID) } }}
          done="The letters are recorded as posted."
          invalidates={[rightApi.lettersToPost, rightApi.postedLetters]}
        >
          <ul className={common.bullets}>
            {letters.map(({ letterID, holder, number }) => (
              <li key={letterID}>
                To {holder}, about {number}
              </li>
            ))}
          </ul>
          <p>They move to the list Posted below. The audit log, which admins read, says who recorded it.</p>
        </CallDialog>
      )}
    >
      Record as posted
    </DialogButton>
  </span>
)

function PrintedLetter({
  letter: { subject, text, holder, address: holderAddress, writtenAt },
}: {
  letter: LetterToPost
}) {
  const { name, address } = useHouse()
  return (
    <div data-sheet>
      <Card title={`To ${holder}`}>
        <p className={common.help}>
          {name}, {address}
        </p>
        {holderAddress && <p>{holderAddress}</p>}
        <p>{formatDay(toDay(new Date(writtenAt)))}</p>
        <p>
          <strong>
            <Unbroken text={subject} />
          </strong>
        </p>
        <p className={common.lines}>
          <Unbroken text={text} />
        </p>
      </Card>
    </div>
  )
}
