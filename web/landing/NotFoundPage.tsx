import { ButtonLink } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'

export const NotFoundPage = () => (
  <Notice
    title="404 Page Not Found"
    words="There is nothing at this address. It may have moved, or a letter of it may have been lost."
  >
    <ButtonLink to="/">Back to Home</ButtonLink>
  </Notice>
)
