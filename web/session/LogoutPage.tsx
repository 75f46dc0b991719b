import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { clearReturnPath } from './return-to.ts'
import { endSession } from './session.ts'

/** Visiting this page is what ends the session, which is why an effect does it. */
export function LogoutPage() {
  const navigate = useNavigate()
  useEffect(() => {
    clearReturnPath()
    void endSession(() => navigate('/login', { replace: true }))
  }, [navigate])
  return null
}
