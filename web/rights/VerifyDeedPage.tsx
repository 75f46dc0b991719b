import { useParams } from 'react-router'
import { paperCode } from '#contract/documents/paper-code.ts'
import { orNotRecorded } from '#contract/registers/partial-date.ts'
import { rightApi } from '#contract/rights/api.ts'
import type { VerifiedDeed } from '#contract/rights/deed.ts'
import { rightStates } from '#contract/rights/right.ts'
import { t, translate } from '#contract/words/t.ts'
import { useApi } from '#web/api/use-api.ts'
import { T } from '#web/core/T.tsx'
import { TelephoneLink } from '#web/session/ContactLinks.tsx'
import { useHouse } from '#web/session/house.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { Facts } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'

/** The QR code on a deed leads here, so that anyone to whom it is shown can verify it. */
export function VerifyDeedPage() {
  const { code = '' } = useParams()
  return (
    <div className={`${common.width} ${common.visitors}`}>
      <Page
        title={t`Verify a deed`}
        breadcrumb={false}
        narrow
        intro={t`Compare the number, the niche and the first letters of the names with the deed that you were shown.`}
      >
        {paperCode.safeParse(code).success ? <Answer code={code} /> : <Unknown />}
      </Page>
    </div>
  )
}

function Answer({ code }: { code: string }) {
  const verified = useApi(rightApi.verifyDeed, { query: { code } })
  return (
    <QueryResult query={verified} loading={t`Loading the deed...`} failure={t`This could not be verified.`}>
      {({ deed }) => (deed ? <Verified deed={deed} /> : <Unknown />)}
    </QueryResult>
  )
}

/** What a deed is worth, and what this house says of it. */
const answers: Record<VerifiedDeed['state'], (house: string) => [title: string, words: string]> = {
  living: (house) => [t`This deed is genuine and applies`, t`${house} issued it, and the right is living.`],
  ended: (house) => [
    t`The term of this deed has ended`,
    t`${house} issued it. Its term has ended, and it still waits for what the family decides.`,
  ],
  surrendered: (house) => [
    t`This deed no longer applies`,
    t`${house} issued it, but the right was given up since then.`,
  ],
}

function Verified({ deed: { number, nicheCode, state, holders } }: { deed: VerifiedDeed }) {
  const house = useHouse()
  const [title, words] = answers[state](house.name)
  return (
    <Callout tone={state === 'living' ? 'good' : 'warning'} title={title}>
      <p>{words}</p>
      <div>
        <Facts
          facts={[
            [t`Number`, number],
            [t`Niche`, nicheCode],
            [t`State`, translate(rightStates[state])],
            [t`Held by`, translate(orNotRecorded(holders.join(', ')))],
          ]}
        />
      </div>
    </Callout>
  )
}

const Unknown = () => (
  <Callout tone="warning" title={t`No deed has this code`}>
    <p>
      <T>
        Please scan the code again. If the answer is the same, we did not issue this deed; please call <TelephoneLink />
        .
      </T>
    </p>
  </Callout>
)
