import type { ComponentType } from 'react'
import type { Role } from '#contract/roles.ts'

export type PageAccess = 'public' | readonly Role[]

export interface PageRow<Name extends string = string> {
  path: string
  access: PageAccess
  title: string
  /** How menus call it, for each role that may open it; pages without it are in no menu. Menus keep the order of this table. */
  menu?: string
  load: () => Promise<{ [N in Name]: ComponentType }>
}

/** The name of a row is the component that its file exports, and the name of its chunk. */
const definePages = <const T extends { [Name in keyof T]: PageRow<Name & string> }>(table: T) => table

/** Every page: the router, the guards, the menus and a test are made from this table. */
export const pages = definePages({
  LandingPage: { path: '/', access: 'public', title: 'Columba', load: () => import('./landing/LandingPage.tsx') },
  AboutPage: { path: '/about', access: 'public', title: 'About', load: () => import('./landing/AboutPage.tsx') },
  FaqPage: {
    path: '/faq',
    access: 'public',
    title: 'Questions and answers',
    load: () => import('./landing/FaqPage.tsx'),
  },

  LogoutPage: {
    path: '/logout',
    access: ['user', 'staff', 'admin'],
    title: 'Log out',
    load: () => import('./session/LogoutPage.tsx'),
  },
})

export interface Page extends PageRow {
  name: string
}

export const pageList: readonly Page[] = Object.entries<PageRow>(pages).map(([name, row]) => ({ name, ...row }))

/** What the menu of a role offers, before Profile and Logout. */
export const menuFor = (role: Role): { path: string; label: string }[] =>
  pageList.flatMap(({ path, access, menu }) =>
    menu && access !== 'public' && access.includes(role) ? [{ path, label: menu }] : [],
  )
