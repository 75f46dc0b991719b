import { matchPath } from 'react-router'
import { homePathByRole, pages } from '#contract/pages.ts'
import type { Role } from '#contract/roles.ts'

const key = 'return-page'

interface ReturnPage {
  path: string
  /** The roles that may open it. */
  openTo: readonly Role[]
  /** The niche that was chosen before. */
  nicheCode?: string
}

/** The page is stored in the tab, because signing in takes two pages. */
export function saveReturnPath(page: ReturnPage) {
  sessionStorage.setItem(key, JSON.stringify(page))
}

/** Called at logout, so that the next login does not lead back here. */
export function clearReturnPath() {
  sessionStorage.removeItem(key)
}

/** The page that signing in leads back to, if one asked for it. */
export function findReturnPath(): string | undefined {
  return readSaved()?.path
}

/** The niche that waits, for the pages on the way to it. */
export const findChosenNiche = (): string | undefined => readSaved()?.nicheCode

/** The path to go to after signing in: the page that asked for it if this role may open it, else the start page. */
export function takeReturnPath(role: Role): string {
  const page = readSaved()
  clearReturnPath()
  return page && isFor(role, page) ? page.path : homePathByRole[role]
}

function readSaved(): ReturnPage | undefined {
  const saved = sessionStorage.getItem(key)
  return saved ? JSON.parse(saved) : undefined
}

function isFor(role: Role, { path, openTo }: ReturnPage): boolean {
  const { pathname } = new URL(path, location.origin)
  return openTo.includes(role) && !matchPath(pages.logout.path, pathname)
}
