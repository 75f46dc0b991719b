import { retryWhenConnected } from '#web/api/connection.ts'
import { loadChunk } from '#web/core/load-chunk.ts'

/** A separate chunk, so that visitors of public pages do not load it. */
export const loadSignedInLayout = () =>
  retryWhenConnected(async () => {
    const { SignedInLayout } = await loadChunk('SignedInLayout', () => import('./SignedInLayout.tsx'))
    return { default: SignedInLayout }
  })
