import type { OwnBooking } from '#contract/bookings/api.ts'
import { familySummary } from '#contract/family/family-summary.ts'
import { t } from '#contract/words/t.ts'
import { usePlacing } from '#web/bookings/use-placing.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'

/** Says where the booking stands and what happens next, as the letters do, then where the urn is and when it is placed. */
export function FamilyLines({ booking }: { booking: OwnBooking }) {
  const { title, reason, next, lines } = familySummary(booking, usePlacing(booking))
  return (
    <>
      <div className={`${common.stack1} ${common.textS}`}>
        <p className={common.bold}>{title}</p>
        {reason && <p>{t`Our staff wrote: ${reason}`}</p>}
        {next && (
          <p>
            <Unbroken text={next} />
          </p>
        )}
      </div>
      {lines.map(({ words, link }) => (
        <div key={words} className={`${common.stack1} ${common.textS}`}>
          {words && <p className={common.bold}>{words}</p>}
          {link && (
            <div>
              <ButtonLink small variant="secondary" to={link.path}>
                {link.label}
              </ButtonLink>
            </div>
          )}
        </div>
      ))}
    </>
  )
}
