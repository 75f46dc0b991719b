import { pathTo } from '#contract/pages.ts'
import { t } from '#contract/words/t.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { MessagePage } from '#web/ui/MessagePage.tsx'

export const NotFoundPage = () => (
  <MessagePage
    title={t`404 Page Not Found`}
    words={t`There is nothing at this address. It may have moved, or a part of it may be missing.`}
  >
    <ButtonLink to={pathTo('landing')}>{t`Back to Home`}</ButtonLink>
  </MessagePage>
)
