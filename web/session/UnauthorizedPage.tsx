import { useLocation } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import type { Role } from '#contract/roles.ts'
import { t } from '#contract/words/t.ts'
import { wasSignedIn } from '#web/session/drafts.ts'
import { saveReturnPath } from '#web/session/return-to.ts'
import { useUser } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { MessagePage } from '#web/ui/MessagePage.tsx'

/** Shown to users who are not signed in or whose role may not open the page. */
export function UnauthorizedPage({ openTo }: { openTo?: readonly Role[] }) {
  const isSignedIn = useUser() !== undefined
  const { pathname, search } = useLocation()
  const isToReturn = !isSignedIn && openTo !== undefined && wasSignedIn()
  const remember = () => isToReturn && saveReturnPath({ path: pathname + search, openTo })
  return (
    <MessagePage
      title={t`Unauthorized`}
      words={
        isSignedIn
          ? t`Your account does not have access to this page. If you think that it should, please speak to our staff.`
          : isToReturn
            ? t`Your session has ended. Please log in, and we will bring you back here.`
            : t`Please log in to see this page.`
      }
    >
      {!isSignedIn && (
        <>
          <ButtonLink to={pathTo('login')} onClick={remember}>
            {t`Log In`}
          </ButtonLink>
          <ButtonLink to={pathTo('signup')} variant="secondary">
            {t`Sign Up`}
          </ButtonLink>
        </>
      )}
      <ButtonLink to={pathTo('landing')} variant={isSignedIn ? 'primary' : 'quiet'}>
        {t`Back to Home`}
      </ButtonLink>
    </MessagePage>
  )
}
