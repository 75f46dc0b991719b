import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { bookingApi, type OwnBooking } from '#contract/bookings/api.ts'
import { chargeApi, type Extension } from '#contract/charges/api.ts'
import { toDay } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { rightApi } from '#contract/rights/api.ts'
import { canExtendFrom } from '#contract/rights/extension.ts'
import { countYears } from '#contract/rights/term.ts'
import { spoken, t } from '#contract/words/t.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { serverNow } from '#web/api/server-clock.ts'
import { useApi, useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { PriceDialog } from '#web/ui/dialog/PriceDialog.tsx'

/** Says when a right ends and how its family extends it, in its last two years and after them. */
export function ExtensionNotice({ booking }: { booking: OwnBooking }) {
  const { right, bookingID } = booking
  const today = toDay(serverNow())
  if (!right?.endsOn || today < canExtendFrom(right.endsOn)) return null
  return <Notice bookingID={bookingID} right={right} endsOn={right.endsOn} isOver={today > right.endsOn} />
}

interface NoticeProps {
  bookingID: string
  right: NonNullable<OwnBooking['right']>
  endsOn: string
  isOver: boolean
}

function Notice({ bookingID, right: { number, state, heardAt }, endsOn, isOver }: NoticeProps) {
  const extension = useApi(chargeApi.extension, { params: { bookingID } }, { what: 'the extension', staleTime: 0 }).data
    ?.extension
  return (
    <div className={`${common.spread} ${common.textS}`}>
      <p>
        {isOver
          ? t`The right to this niche ended on ${spoken().day(endsOn)}. Nothing has happened with the niche.`
          : t`The right to this niche ends on ${spoken().day(endsOn)}.`}
        {heardAt &&
          t` You asked us on ${spoken().day(toDay(new Date(heardAt)))} to speak with you. We will get in touch, and nothing happens until then.`}
      </p>
      {state === 'ended' && !heardAt && <AskToTalk number={number} bookingID={bookingID} />}
      {extension && (
        <DialogButton
          small
          variant="secondary"
          aria-label={t`Extend the right of ${bookingID}`}
          dialog={() => <ExtendDialog bookingID={bookingID} extension={extension} />}
        >
          {t`Extend it`}
        </DialogButton>
      )}
    </div>
  )
}

/** The family needs one tap, because nobody should have to explain themselves before they are heard. */
function AskToTalk({ number, bookingID }: { number: string; bookingID: string }) {
  const { mutate, isPending } = useApiMutation(rightApi.askToTalk, {
    done: t`Thank you. We will get in touch with you.`,
    failed: toErrorMessage,
    invalidates: [bookingApi.ofUser],
  })
  return (
    <Button
      small
      busy={isPending}
      aria-label={t`Please speak with me about ${bookingID}`}
      onClick={() => mutate({ body: { number } })}
    >
      {t`Please speak with me`}
    </Button>
  )
}

interface Props {
  bookingID: string
  extension: z.infer<typeof Extension>
}

/** The page that follows is where it is paid. */
function ExtendDialog({ bookingID, extension: { number, years, until, prices } }: Props) {
  const navigate = useNavigate()
  return (
    <PriceDialog
      title={t`Extend this right?`}
      legend={t`Extension`}
      prices={prices}
      missing={t`Please choose one.`}
      endpoint={chargeApi.extend}
      input={(charge) => ({ body: { ...charge, bookingID } })}
      verb={t`Continue to payment`}
      invalidates={[chargeApi.extension, chargeApi.due, chargeApi.ofBooking]}
      onSuccess={() => navigate(pathTo('payCharges', { bookingID }))}
    >
      <p>
        {t`Right ${number} is extended by ${countYears(years)}, until ${spoken().day(until)}, as soon as this is paid.`}
      </p>
    </PriceDialog>
  )
}
