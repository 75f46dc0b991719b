import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { t } from '#contract/words/t.ts'
import { toast } from '#web/core/toast.tsx'
import { clearReturnPath } from './return-to.ts'
import { endSession } from './session.ts'

/** Opening this page ends the session, hence the effect. */
export function LogoutPage() {
  const navigate = useNavigate()
  useEffect(() => {
    clearReturnPath()
    const logOut = async () => {
      const isOver = await endSession((loggedOut) => navigate(pathTo('login'), { replace: true, state: { loggedOut } }))
      if (!isOver) toast.error(mayBeSignedIn(), { autoClose: false })
    }
    void logOut()
  }, [navigate])
  return null
}

const mayBeSignedIn = () =>
  t`This browser may still be signed in, because the server could not be reached. Please log out again when it is back.`
