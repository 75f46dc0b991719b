import { chargeApi } from '#contract/charges/api.ts'
import { sumOf } from '#contract/charges/charge.ts'
import { formatAmount } from '#contract/money.ts'
import { pathTo } from '#contract/pages.ts'
import { t, translate } from '#contract/words/t.ts'
import { useApi } from '#web/api/use-api.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'

/** What the family has still to pay for this booking, besides its niche. */
export function DueNotice({ bookingID }: { bookingID: string }) {
  const all = useApi(chargeApi.due, {}, { what: 'what is due' }).data ?? []
  const due = all.filter((charge) => charge.bookingID === bookingID)
  if (due.length === 0) return null
  const items = due.map(({ text }) => translate(text)).join(t`, `)
  return (
    <div className={`${common.spread} ${common.textS}`}>
      <p>
        <Unbroken text={t`${formatAmount(sumOf(due))} is due for ${items}.`} />
      </p>
      <ButtonLink small variant="secondary" to={pathTo('payCharges', { bookingID })} aria-label={t`Pay ${bookingID}`}>
        {t`Pay`}
      </ButtonLink>
    </div>
  )
}
