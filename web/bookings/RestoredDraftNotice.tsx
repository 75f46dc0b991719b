import { Callout } from '#web/ui/Callout.tsx'

export const RestoredDraftNotice = () => (
  <Callout>
    <p>We kept what you wrote. Files cannot be kept, so certificates must be chosen again.</p>
  </Callout>
)
