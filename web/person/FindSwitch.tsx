import { useId } from 'react'
import { findApi, type Sharing } from '#contract/find/api.ts'
import { spoken, t } from '#contract/words/t.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { serverDay } from '#web/api/server-clock.ts'
import { useApi, useApiMutation } from '#web/api/use-api.ts'
import common from '#web/ui/common.module.css'
import { Switch } from '#web/ui/form/Switch.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'

/** Whether visitors find this person; the family decides. */
export function FindSwitch({ bookingID }: { bookingID: string }) {
  const sharing = useApi(findApi.sharing, { query: { bookingID } })
  return (
    <QueryResult query={sharing} loading={t`Loading what visitors see...`} failure={t`This could not be loaded.`}>
      {(data) =>
        data.withheld ? (
          <p className={common.help}>
            {t`Our staff have withheld this person from visitors, so nobody finds them. If you have questions, please ask us.`}
          </p>
        ) : (
          <OwnDecision bookingID={bookingID} sharing={data} />
        )
      }
    </QueryResult>
  )
}

function OwnDecision({ bookingID, sharing }: { bookingID: string; sharing: Sharing }) {
  const helpID = useId()
  const share = useApiMutation(findApi.share, {
    done: t`Your choice is saved.`,
    failed: toErrorMessage,
    invalidates: [findApi.sharing],
  })
  const checked = share.isPending ? share.variables.body.shared : sharing.shared
  return (
    <div className={`${common.stack1} ${common.closelyRuled}`}>
      <Switch
        label={t`Let visitors find this person`}
        checked={checked}
        busy={share.isPending}
        describedBy={helpID}
        onChange={(shared) => share.mutate({ body: { bookingID, shared } })}
      />
      <p id={helpID} className={common.help}>
        {t`Visitors who enter the full name and the year of death then see the name, the years and the way to the niche.`}
        {explainTenYears(sharing)}
      </p>
    </div>
  )
}

function explainTenYears({ sharedAfter }: Sharing): string {
  if (!sharedAfter) return ''
  if (sharedAfter <= serverDay())
    return t` More than ten years have passed since the death: everyone can find them. If you do not wish it, please tell our staff.`
  return t` From ${spoken().day(sharedAfter)}, ten years after the death, everyone can find them, unless you tell our staff that you do not wish it.`
}
