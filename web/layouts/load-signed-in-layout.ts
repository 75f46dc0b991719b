import { loadChunk } from '#web/load-chunk.ts'

/** Bars and menus for people who are signed in; visitors of the public pages never load them. */
export const loadSignedInLayout = async () => {
  const { SignedInLayout } = await loadChunk('SignedInLayout', () => import('./SignedInLayout.tsx'))
  return { default: SignedInLayout }
}
