import { describeAsked, type OwnAgreement } from '#contract/rights/agreement.ts'
import { rightApi } from '#contract/rights/api.ts'
import { adviceToAgree, ObjectionForm, type OpenMatter } from '#contract/rights/claim.ts'
import { claimApi } from '#contract/rights/claim-api.ts'
import { t, translate } from '#contract/words/t.ts'
import { useApi } from '#web/api/use-api.ts'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { NameByScript } from '#web/ui/NameByScript.tsx'
import { Contacts } from './Contacts.tsx'

/** Who holds the right to the niche, which staff change with a second person, and whom the holder has named. */
export function WhoDecides({ number, matter }: { number: string; matter: OpenMatter | undefined }) {
  const { data } = useApi(rightApi.whoDecides, { query: { number } }, { what: 'who decides' })
  if (!data) return null
  /** Brothers may disagree about an urn, too, so objecting needs no claim. */
  const claims = matter?.claims ?? []
  const isAsked = claims.length > 0
  return (
    <Card title={t`Who decides`}>
      <p>
        {data.holders.length > 1
          ? t`You hold the right to this niche together:`
          : t`The right to this niche is held by`}
      </p>
      <ul className={common.stack1}>
        {data.holders.map((name) => (
          <li key={name}>
            <NameByScript name={name} />
          </li>
        ))}
      </ul>
      {(isAsked || data.contacts) && !matter?.blockedSince && (
        <div className={common.stack2}>
          <p>
            {isAsked
              ? adviceToAgree(claims)
              : t`If you do not agree with what is to happen with this niche or an urn in it, you can object.`}
          </p>
          <div>
            <DialogButton small variant="secondary" dialog={() => <ObjectDialog number={number} isAsked={isAsked} />}>
              {t`I object`}
            </DialogButton>
          </div>
        </div>
      )}
      {data.asked.map((asked) => (
        <OwnAnswer key={asked.agreementID} number={number} asked={asked} />
      ))}
      <p className={common.help}>{t`Please speak to us if a holder should be added, or if a name is wrong.`}</p>
      {data.contacts && (
        <section className={`${common.stack3} ${common.ruled}`}>
          <h3>{t`Your contacts`}</h3>
          <p className={common.help}>
            {t`Name who succeeds you, in order, who gets our letters before the right ends, and who may collect the ashes. They decide nothing as long as you hold the right.`}
          </p>
          <Contacts number={number} contacts={data.contacts} isStaff={false} readBy={rightApi.whoDecides} />
        </section>
      )}
    </Card>
  )
}

interface OwnAnswerProps {
  number: string
  asked: OwnAgreement
}

/** The house asks all holders before an urn leaves. */
function OwnAnswer({ number, asked }: OwnAnswerProps) {
  const { agreedAt, declinedAt, missing } = asked
  return (
    <section className={`${common.stack3} ${common.ruled}`}>
      <h3>{describeAsked(asked)}</h3>
      {agreedAt && <p>{t`You have agreed. You can take that back until the urn has moved.`}</p>}
      {declinedAt && <p>{t`You have said that you do not agree.`}</p>}
      <p>
        {missing.length > 0
          ? t`Nothing happens before all holders have agreed. Still missing: ${missing.map(translate).join(', ')}.`
          : t`All holders have agreed.`}
      </p>
      <div className={common.row2}>
        {!agreedAt && (
          <DialogButton small dialog={() => <AnswerDialog number={number} asked={asked} agrees />}>
            {t`I agree`}
          </DialogButton>
        )}
        {!declinedAt && (
          <DialogButton
            small
            variant="secondary"
            dialog={() => <AnswerDialog number={number} asked={asked} agrees={false} />}
          >
            {agreedAt ? t`I no longer agree` : t`I do not agree`}
          </DialogButton>
        )}
      </div>
    </section>
  )
}

const AnswerDialog = ({ number, asked, agrees }: OwnAnswerProps & { agrees: boolean }) => (
  <CallDialog
    title={agrees ? t`Do you agree?` : t`You do not agree?`}
    confirm={agrees ? t`I agree` : t`I do not agree`}
    endpoint={rightApi.recordAgreement}
    input={{ body: { number, agreementID: asked.agreementID, agrees } }}
    done={t`We have your answer.`}
    invalidates={[rightApi.whoDecides]}
  >
    <p>{t`${describeAsked(asked)}.`}</p>
  </CallDialog>
)

const ObjectDialog = ({ number, isAsked }: { number: string; isAsked: boolean }) => (
  <FormDialog
    title={isAsked ? t`Object to this?` : t`Object?`}
    schema={ObjectionForm.pick({ words: true })}
    values={{ words: '' }}
    endpoint={claimApi.object}
    input={({ words }) => ({ body: { number, words } })}
    verb={t`Object`}
    done={t`We have your objection. Nothing changes until it is settled.`}
    invalidates={[claimApi.openMatters]}
  >
    {(form) => (
      <>
        <p>{t`From now on nothing about this niche changes. Our staff will talk with you and with the others.`}</p>
        <TextArea
          label={t`Why you object`}
          rows={3}
          maxLength={1000}
          help={t`A sentence is enough. Our staff read it.`}
          {...form.field('words')}
        />
      </>
    )}
  </FormDialog>
)
