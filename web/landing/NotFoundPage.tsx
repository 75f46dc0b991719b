import { pathTo } from '#contract/pages.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { MessagePage } from '#web/ui/MessagePage.tsx'

export const NotFoundPage = () => (
  <MessagePage
    title="404 Page Not Found"
    words="There is nothing at this address. It may have moved, or a part of it may be missing."
  >
    <ButtonLink to={pathTo('landing')}>Back to Home</ButtonLink>
  </MessagePage>
)
