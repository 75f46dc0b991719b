import { listDatabaseUrls } from './database-urls.ts'

type Environment = Record<string, string | undefined>

/** The settings that production refuses although they would work. Each can be allowed by its name in ALLOW_INSECURE. */
const rules: Record<string, { isInsecure: (value: string) => boolean; message: string }> = {
  PUBLIC_URL: { isInsecure: (value) => /^http:/i.test(value), message: 'must begin with https://' },
  DATABASE_URL: {
    isInsecure: (value) => listDatabaseUrls(value).some((each) => URL.canParse(each) && !isPostgresSafe(new URL(each))),
    message: 'must end with ?sslmode=verify-full, because the database is on another host',
  },
  SMTP_URL: {
    isInsecure: (value) => URL.canParse(value) && !isSmtpSafe(new URL(value)),
    message: 'must begin with smtps:// or end with ?requireTLS=true, because the mail server is on another host',
  },
  STRIPE_SECRET_KEY: { isInsecure: (value) => /^(sk|rk)_test/.test(value), message: 'is a test key' },
  STRIPE_PUBLISHABLE_KEY: { isInsecure: (value) => value.startsWith('pk_test'), message: 'is a test key' },
  TRUST_PROXY: {
    isInsecure: (value) => value === 'true',
    message: 'must be the number of proxies or their addresses: true trusts what any client says about its address',
  },
}

/** The settings that are not secure, each with what is wrong with it. */
export type InsecureSettings = ReadonlyMap<string, string>

export const insecureNames = Object.keys(rules)
export const splitNames = (text: string) => text.split(',').map((name) => name.trim())

/** What is not secure in production: what ALLOW_INSECURE names, and the rest, with a hint for allowing that too. */
export function checkInsecureSettings(given: Environment) {
  const allowedNames = splitNames(given.ALLOW_INSECURE ?? '')
  const [allowed, refused] = [new Map<string, string>(), new Map<string, string>()]
  for (const [name, { isInsecure, message }] of Object.entries(given.COLUMBA_MODE === 'production' ? rules : {})) {
    if (isInsecure(given[name] ?? '')) (allowedNames.includes(name) ? allowed : refused).set(name, message)
  }
  const names = [...allowed.keys(), ...refused.keys()].join()
  return {
    allowed,
    refused,
    hint: refused.size > 0 ? [`To start although this is not secure: ALLOW_INSECURE=${names}`] : [],
  }
}

/** The modes in which pg checks the server's certificate; with `uselibpqcompat` only the last one does. */
const checkedModes = ['require', 'verify-ca', 'verify-full']

function isPostgresSafe({ hostname, searchParams }: URL): boolean {
  if (isThisMachine(searchParams.get('host') ?? hostname)) return true
  const mode = searchParams.get('sslmode')
  if (searchParams.has('uselibpqcompat')) return mode === 'verify-full'
  return mode ? checkedModes.includes(mode) : ['true', '1'].includes(searchParams.get('ssl') ?? '')
}

function isSmtpSafe({ protocol, hostname, searchParams }: URL): boolean {
  if (isThisMachine(hostname)) return true
  if (searchParams.get('tls.rejectUnauthorized') === 'false') return false
  return protocol === 'smtps:' || searchParams.get('requireTLS') === 'true'
}

/** An empty host is the local one, and a path is a Unix socket. */
const isThisMachine = (host: string) => /^$|^localhost$|^\[?::1\]?$|^127(\.\d{1,3}){3}$|^(\/|%2f)/i.test(host)
