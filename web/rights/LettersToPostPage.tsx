import { formatDay, toDay } from '#contract/dates.ts'
import { type LetterToPost, rightApi } from '#contract/rights/api.ts'
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
import { Page } from '#web/ui/Page.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import styles from './LettersToPostPage.module.css'
import { PostedLetters } from './PostedLetters.tsx'

/** For families without an email address. Each letter is printed on a page of its own, with the address of its reader if staff have recorded it. */
export function LettersToPostPage() {
  const letters = useApi(rightApi.lettersToPost, {}, { what: 'letters', staleTime: 0 })
  const isClerk = useSignedIn().role === 'staff'
  const waiting = letters.data ?? []
  return (
    <Page
      title="Letters to post"
      intro="To families and their contacts without an email address, about rights and claims to them."
      narrow
    >
      <AllAtOnce loading="Loading the letters...">
        {waiting.length > 0 && (
          <div className={common.row2}>
            <PrintButton>Print them all</PrintButton>
            {isClerk && <RecordPosted letters={waiting} />}
          </div>
        )}
        <QueryResult query={letters} loading="Loading the letters..." failure="The letters could not be read just now.">
          {(list) =>
            list.length === 0 ? (
              <EmptyState
                words="No letter waits to be posted."
                hint="Families with an email address get theirs by email."
              />
            ) : (
              list.map((letter) => <PrintedLetter key={letter.letterID} letter={letter} />)
            )
          }
        </QueryResult>
        <PostedLetters isClerk={isClerk} />
      </AllAtOnce>
    </Page>
  )
}

const RecordPosted = ({ letters }: { letters: readonly LetterToPost[] }) => (
  <span data-screen-only>
    <DialogButton
      dialog={() => (
        <CallDialog
          title={letters.length === 1 ? 'Was this letter posted?' : `Were all ${letters.length} letters posted?`}
          confirm="Record as posted"
          endpoint={rightApi.recordPosted}
          input={{ body: { letterIDs: letters.map(({ letterID }) => letterID) } }}
          done="The letters are recorded as posted."
          invalidates={[rightApi.lettersToPost, rightApi.postedLetters]}
        >
          <p>They leave this page, and the history of each right says who posted them.</p>
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
    <div className={styles.letter}>
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
