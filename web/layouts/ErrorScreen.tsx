import { useRouteError } from 'react-router'
import { t } from '#contract/words/t.ts'
import { ChunkLoadError } from '#web/core/load-chunk.ts'
import { Button } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import styles from './ErrorScreen.module.css'

/** Shown for errors that no page has handled. */
export function ErrorScreen() {
  const error = useRouteError()
  return (
    <main className={`${common.stack4} ${common.start} ${styles.screen}`}>
      <h1>{t`Unexpected Application Error!`}</h1>
      <p>{adviceFor(error)}</p>
      <Button onClick={() => location.reload()}>{t`Reload the page`}</Button>
      <p className={`${common.small} ${styles.detail}`}>{error instanceof Error ? error.message : t`Unknown error`}</p>
    </main>
  )
}

const adviceFor = (error: unknown) =>
  error instanceof ChunkLoadError
    ? t`A part of Columba did not arrive. Your connection may have dropped, or a newer version may have been installed; reloading usually helps.`
    : t`Something on this page went wrong. Nothing that you saved is lost; please reload to go on.`
