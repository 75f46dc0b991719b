import { chargeApi } from '#contract/charges/api.ts'
import { sumOf } from '#contract/charges/charge.ts'
import { formatAmount } from '#contract/money.ts'
import { pathTo } from '#contract/pages.ts'
import { t, translate } from '#contract/words/t.ts'
import { useApi } from '#web/api/use-api.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'

/** What the family has still to pay for this booking, besides its niche. */
export function DueNotice({ bookingID }: { bookingID: string }) {
  const all = useApi(chargeApi.due, {}, { what: 'what is due' }).data ?? []
  const due = all.filter((charge) => charge.bookingID === bookingID)
  if (due.length === 0) return null
  return (
    <div className={`${common.spread} ${common.textS}`}>
      <p>{t`${formatAmount(sumOf(due))} is due for ${due.map(({ text }) => translate(text)).join(t`, `)}.`}</p>
      <ButtonLink small variant="secondary" to={pathTo('payCharges', { bookingID })} aria-label={t`Pay ${bookingID}`}>
        {t`Pay`}
      </ButtonLink>
    </div>
  )
}
