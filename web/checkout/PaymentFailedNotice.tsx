import { Callout } from '#web/ui/Callout.tsx'

/** Stays on screen after the provider's own message, a toast, is gone. */
export const PaymentFailedNotice = () => (
  <Callout tone="bad" title="Nothing was paid">
    <p>Please check what you entered, or use another card. The niche is still held for you.</p>
  </Callout>
)
