import { Callout } from '#web/ui/Callout.tsx'

export const DraftNote = () => (
  <Callout>
    <p>We kept what you wrote. Files cannot be kept, so certificates must be chosen again.</p>
  </Callout>
)
