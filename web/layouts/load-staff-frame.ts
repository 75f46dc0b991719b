import { retryWhenConnected } from '#web/api/connection.ts'
import { loadChunk } from '#web/core/load-chunk.ts'

/** Apart from the layout, so that families do not load what only staff see. */
export const loadStaffFrame = () =>
  retryWhenConnected(async () => {
    const { StaffFrame } = await loadChunk('StaffFrame', () => import('./StaffFrame.tsx'))
    return { default: StaffFrame }
  })
