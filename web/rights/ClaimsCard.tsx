import { formatDay, toDay } from '#contract/dates.ts'
import { type RightDetail, rightApi } from '#contract/rights/api.ts'
import { type Claim, claimStates, claimWays, consentsTo, describeClaim, isMinor } from '#contract/rights/claim.ts'
import { claimApi } from '#contract/rights/claim-api.ts'
import { explainClaim } from '#contract/rights/decide-claim.ts'
import { serverNow } from '#web/api/server-clock.ts'
import { someReadChinese } from '#web/core/reads-in.ts'
import { Card, Facts } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { ReasonDialog } from '#web/ui/dialog/ReasonDialog.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import { ClaimDialog } from './ClaimDialog.tsx'

const invalidates = [rightApi.detail, claimApi.openMatters]

/** Who asks to follow a holder or to take over, and what was decided. */
export function ClaimsCard({ right }: { right: RightDetail }) {
  const { claims, state } = right
  return (
    <Card title="Claims">
      {claims.length === 0 && <p>Nobody has asked to follow a holder or to take over this right.</p>}
      {claims.map((claim) => (
        <OneClaim key={claim.claimID} claim={claim} right={right} />
      ))}
      {state !== 'surrendered' && (
        <DialogButton small variant="secondary" dialog={() => <ClaimDialog right={right} />}>
          Record a claim
        </DialogButton>
      )}
    </Card>
  )
}

function OneClaim({ claim, right }: { claim: Claim; right: RightDetail }) {
  const { state, papers, guardian, bornOn, identityEnding, email, address, objectUntil, unposted, reason } = claim
  const today = toDay(serverNow())
  const consents = consentsTo(claim, right.holders)
  return (
    <section className={common.stack3}>
      <h3 className={common.textS}>{describeClaim(claim)}</h3>
      <Facts
        facts={[
          ['State', claimStates[state]],
          ['Asked', `${formatDay(toDay(new Date(claim.askedAt)))}. ${claimWays[claim.by]}`],
          ['Papers seen', papers],
          bornOn && ['Born', formatDay(bornOn)],
          isMinor(bornOn, today) && ['Needs a guardian', guardian],
          identityEnding && ['NRIC ends in', identityEnding],
          email && ['Email address', email],
          address && ['Address', address],
          [
            'Holders and contacts',
            `${writtenTo(claim)} They can object until ${unposted > 0 ? 'at least ' : ''}${formatDay(objectUntil)}.`,
          ],
          ...consents.map((each) => [`Consent of ${each.name}`, describeConsent(each, right)] as const),
          reason && ['Reason', reason],
        ]}
      />
      {state === 'asked' && <Decision claim={claim} right={right} />}
    </section>
  )
}

type OneConsent = ReturnType<typeof consentsTo>[number]

function describeConsent(one: OneConsent, right: RightDetail): string {
  if (one.consent) return one.consent
  return hasDied(one, right) ? 'Has died. Somebody has to follow first' : 'Not yet'
}

const hasDied = ({ holderID }: OneConsent, { holders }: RightDetail) =>
  holders.some((holder) => holder.holderID === holderID && holder.death)

function writtenTo({ emailed, posted, unposted }: Claim): string {
  if (emailed + posted + unposted === 0) return 'There is nobody to write to.'
  const ways = [
    emailed > 0 && `${emailed} by email`,
    posted > 0 && `${posted} by post`,
    unposted > 0 && `${unposted} to be posted`,
  ].filter(Boolean)
  return `Written to: ${ways.join(', ')}. The days count from the day on which the last letter is sent.`
}

/** What staff can do about an open claim, and why not yet. */
function Decision({ claim, right }: { claim: Claim; right: RightDetail }) {
  const { claimID, state, name, objectUntil } = claim
  const waitingForConsent = consentsTo(claim, right.holders).filter(({ consent }) => !consent)
  const canAgree = waitingForConsent.filter((each) => !hasDied(each, right))
  const facts = {
    state,
    waited: toDay(serverNow()) > objectUntil,
    blocked: right.objections.some((each) => each.state === 'open'),
    consented: waitingForConsent.length === 0,
    surrendered: right.state === 'surrendered',
  }
  const why = explainClaim(facts, false, claim)
  const whyNotFor = explainClaim(facts, true, claim)
  return (
    <>
      {whyNotFor && <p className={common.help}>{whyNotFor}</p>}
      <RowActions
        actions={[
          ...canAgree.map(({ holderID, name }) => ({
            label: `${name} agrees`,
            variant: 'secondary' as const,
            dialog: () => (
              <ReasonDialog
                title={`Record that ${name} agrees`}
                label="How they agreed"
                endpoint={claimApi.recordConsent}
                input={(consent) => ({ body: { claimID, holderID, consent } })}
                verb="Record"
                done="The consent is recorded."
                help="Which paper you have seen. All holders read it in their letter."
                invalidates={invalidates}
              />
            ),
          })),
          {
            label: 'Pass the right on',
            variant: 'secondary',
            name: `Pass the right on to ${name}`,
            disabled: Boolean(whyNotFor),
            dialog: () => <DecideDialog claim={claim} isFor />,
          },
          {
            label: 'Leave it as it is',
            variant: 'secondary',
            name: `Leave the right as it is, against the claim of ${name}`,
            disabled: Boolean(why),
            dialog: () => <DecideDialog claim={claim} isFor={false} />,
          },
          {
            label: 'Withdrawn',
            name: `Record that ${name} has withdrawn the claim`,
            dialog: () => (
              <ReasonDialog
                title="Record that the claim is withdrawn?"
                endpoint={claimApi.withdraw}
                input={(reason) => ({ body: { claimID, reason } })}
                verb="Record"
                done="The claim is withdrawn."
                help={`How they told us. The holders read it in their letter.${someReadChinese}`}
                invalidates={invalidates}
              />
            ),
          },
        ]}
      />
    </>
  )
}

const DecideDialog = ({ claim, isFor }: { claim: Claim; isFor: boolean }) => (
  <ReasonDialog
    title={isFor ? `Pass the right on to ${claim.name}?` : 'Leave the right with its holders?'}
    endpoint={claimApi.decide}
    input={(reason) => ({ body: { claimID: claim.claimID, isFor, reason } })}
    verb="Decide"
    done="The claim is decided."
    help={`The holders and the claimant read it in their letter.${someReadChinese}`}
    invalidates={invalidates}
  >
    {describeClaim(claim)} A second person confirms it unless nobody else could. Neither of you is a party.
  </ReasonDialog>
)
