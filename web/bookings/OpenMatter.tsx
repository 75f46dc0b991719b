import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import {
  adviceWhileBlocked,
  describeBlock,
  describeClaim,
  describeNext,
  type OpenMatter,
} from '#contract/rights/claim.ts'
import { claimApi } from '#contract/rights/claim-api.ts'
import { t, translate } from '#contract/words/t.ts'
import { useApi } from '#web/api/use-api.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { useSignedIn } from '#web/session/session.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { Code } from '#web/ui/Code.tsx'

/** What is open about a right: an objection, or somebody who asks to follow a holder. Nothing is shown if nothing is open. */
export function OpenMatterNotice({ withLink = false, ...about }: AboutRight & { withLink?: boolean }) {
  const { role } = useSignedIn()
  const matter = useOpenMatter(about)
  if (!matter) return null
  const { number, blockedSince, claims } = matter
  return (
    <Callout
      tone={blockedSince ? 'warning' : 'note'}
      title={blockedSince ? t`An objection is open` : t`A claim is open`}
    >
      {blockedSince && (
        <p>
          <Unbroken text={describeBlock(number, blockedSince)} />
        </p>
      )}
      {blockedSince && <p>{translate(adviceWhileBlocked)}</p>}
      {claims.map((claim) => (
        <p key={claim.claimID}>
          {describeClaim(claim)} {describeNext(claim)}
        </p>
      ))}
      {withLink && role !== 'user' && (
        <p>
          <Link to={pathTo('right', { number })}>
            See right <Code>{number}</Code>
          </Link>
        </p>
      )}
    </Callout>
  )
}

/** Staff can also ask about the right to which a booking or an urn belongs. */
type AboutRight = { number: string } | { bookingID: string } | { tag: string }

/** A family reads what is open about all its rights at once; staff ask about one. A witness reads it only in the refusal of a move. */
export function useOpenMatter(about: AboutRight): OpenMatter | undefined {
  const { role } = useSignedIn()
  const { data } = useApi(
    claimApi.openMatters,
    { query: role === 'user' ? {} : about },
    { what: 'what is open about the right', staleTime: 0, enabled: role !== 'witness' },
  )
  return data?.find(({ number }) => !('number' in about) || number === about.number)
}
