import { matchPath } from 'react-router'
import { homePathByRole, type Role } from '#contract/roles.ts'
import { pageList } from '#web/pages.ts'

const key = 'return-to'

/** Kept in the tab, because signing in passes over two pages. */
export function saveReturnPath(path: string) {
  sessionStorage.setItem(key, path)
}

/** Whoever leaves by choice is not led back. */
export function clearReturnPath() {
  sessionStorage.removeItem(key)
}

/** Where someone goes after signing in: back to the page they were sent away from, if it is theirs to see, else home. */
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
