import { useParams } from 'react-router'
import { paperCode } from '#contract/documents/paper-code.ts'
import { orNotRecorded } from '#contract/registers/partial-date.ts'
import { rightApi } from '#contract/rights/api.ts'
import type { VerifiedDeed } from '#contract/rights/deed.ts'
import { rightStates } from '#contract/rights/right.ts'
import { useApi } from '#web/api/use-api.ts'
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
        title="Verify a deed"
        breadcrumb={false}
        narrow
        intro="Compare the number, the niche and the first letters of the names with the deed that you were shown."
      >
        {paperCode.safeParse(code).success ? <Answer code={code} /> : <Unknown />}
      </Page>
    </div>
  )
}

function Answer({ code }: { code: string }) {
  const verified = useApi(rightApi.verifyDeed, { query: { code } })
  return (
    <QueryResult query={verified} loading="Loading the deed..." failure="This could not be verified.">
      {({ deed }) => (deed ? <Verified deed={deed} /> : <Unknown />)}
    </QueryResult>
  )
}

const answers: Record<VerifiedDeed['state'], { tone: 'good' | 'warning'; title: string; words: string }> = {
  living: { tone: 'good', title: 'This deed is genuine and applies', words: 'issued it, and the right is living.' },
  ended: {
    tone: 'warning',
    title: 'The term of this deed has ended',
    words: 'issued it. Its term has ended, and it still waits for what the family decides.',
  },
  surrendered: {
    tone: 'warning',
    title: 'This deed no longer applies',
    words: 'issued it, but the right was given up since then.',
  },
}

function Verified({ deed: { number, nicheCode, state, holders } }: { deed: VerifiedDeed }) {
  const house = useHouse()
  const { tone, title, words } = answers[state]
  return (
    <Callout tone={tone} title={title}>
      <p>
        {house.name} {words}
      </p>
      <div>
        <Facts
          facts={[
            ['Number', number],
            ['Niche', nicheCode],
            ['State', rightStates[state]],
            ['Held by', orNotRecorded(holders.join(', '))],
          ]}
        />
      </div>
    </Callout>
  )
}

const Unknown = () => (
  <Callout tone="warning" title="No deed has this code">
    <p>
      Please scan the code again. If the answer is the same, we did not issue this deed; please call <TelephoneLink />.
    </p>
  </Callout>
)
