import { Callout } from '#web/ui/Callout.tsx'

/** Stays when the provider's message, which is toasted, has gone. */
export const PaymentFailedNotice = () => (
  <Callout tone="bad" title="Nothing was paid">
    <p>Please check what you entered, or use another card. The niche is still held for you.</p>
  </Callout>
)
