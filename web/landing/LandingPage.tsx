import { Navigate } from 'react-router'
import { homeOf } from '#contract/roles.ts'
import { useSession } from '#web/session/session.ts'

/** Whoever is signed in has no need of a welcome and is taken to their own pages. */
export function LandingPage() {
  const session = useSession()
  if (session.state === 'signed-in') return <Navigate to={homeOf[session.user.role]} replace />
  return <h1>Columba</h1>
}
