import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { clearReturnPath } from './return-to.ts'
import { endSession } from './session.ts'

/** Opening this page ends the session, hence the effect. */
export function LogoutPage() {
  const navigate = useNavigate()
  useEffect(() => {
    clearReturnPath()
    void endSession(() => navigate(pathTo('login'), { replace: true }))
  }, [navigate])
  return null
}
