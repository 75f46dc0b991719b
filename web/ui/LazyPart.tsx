import { type ReactNode, useEffect, useState } from 'react'
import { toErrorMessage } from '#web/api/api-error.ts'
import { Failed } from './Failed.tsx'

interface LazyPartProps<Module> {
  /** Loads the code of this part with `loadChunk`. Must be the same function at each render. */
  load: () => Promise<Module>
  loading?: ReactNode
  children: (module: Module) => ReactNode
}

type State<Module> = { is: 'loading' } | { is: 'ready'; module: Module } | { is: 'failed'; error: unknown }

/**
 * A part of a page whose code is loaded when it is first shown.
 * A failure leaves the rest of the page alone and can be retried, unlike with React's `lazy`.
 */
export function LazyPart<Module>({ load, loading = null, children }: LazyPartProps<Module>) {
  const [state, setState] = useState<State<Module>>({ is: 'loading' })

  useEffect(() => {
    if (state.is !== 'loading') return
    let isShown = true
    load().then(
      (module) => isShown && setState({ is: 'ready', module }),
      (error: unknown) => isShown && setState({ is: 'failed', error }),
    )
    return () => {
      isShown = false
    }
  }, [state, load])

  if (state.is === 'failed')
    return <Failed words={toErrorMessage(state.error)} onRetry={() => setState({ is: 'loading' })} />
  return state.is === 'ready' ? children(state.module) : loading
}
