/** What each test file copies its database from: a dump or a data folder of the embedded engine, a template database on PostgreSQL. */
type Template = { dump: string; dataDir: string } | { url: string; name: string }

declare module 'vitest' {
  export interface ProvidedContext {
    template: Template
  }
}

export function atDatabase(url: string, name: string) {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}
