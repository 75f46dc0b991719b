import { matchPath } from 'react-router'
import { homePathByRole, type Role } from '#contract/roles.ts'
import { pageList } from '#web/pages.ts'

const key = 'return-to'

/** Kept in sessionStorage, because signing in spans two pages. */
export function saveReturnPath(path: string) {
  sessionStorage.setItem(key, path)
}

/** Called at logout, so that the next login does not lead back here. */
export function clearReturnPath() {
  sessionStorage.removeItem(key)
}

/** Where to go after signing in: the page that asked for it if this role may open it, else the start page. */
export function takeReturnPath(role: Role): string {
  const path = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return path && isFor(role, path) ? path : homePathByRole[role]
}

function isFor(role: Role, path: string): boolean {
  const { pathname } = new URL(path, location.origin)
  const page = pageList.find((each) => matchPath(each.path, pathname))
  return page !== undefined && page.access !== 'public' && page.path !== '/logout' && page.access.includes(role)
}
