import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Agent, request } from 'node:https'
import { type AddressInfo, connect as connectSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { connect as connectTLS } from 'node:tls'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { bookingApi } from '#contract/bookings/api.ts'
import { operationsApi } from '#contract/config/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { allEndpoints } from '#contract/endpoints.ts'
import { ErrorReply, errorTable } from '#contract/errors.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { exploreApi } from '#contract/niches/explore-api.ts'
import { draftApi } from '#contract/registers/draft-api.ts'
import { drainMs } from '#server/http/graceful-shutdown.ts'
import { bodyLimitOf } from '#server/http/request-bodies.ts'
import { longestWait } from '#server/http/slots.ts'
import { statementTimeout } from '#server/niches/search-niches.ts'
import { idleInTransaction } from '#server/start/services.ts'
import { mountSmallDisk } from '../proof/harness/small-disk.ts'
import { type Nginx, startNginx } from '../proof/harness/start-nginx.ts'
import { freePort } from './start-test-server.mjs'
import { can, findNginx } from './system-tools.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'columba-deploy-'))
  writeFileSync(join(folder, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 })
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The arguments that `columba` gives to systemd-run. */
function runColumba(...args: string[]) {
  const env = { PATH: `${folder}:/usr/bin:/bin` }
  const { status, stdout } = spawnSync(resolve('deploy/columba'), args, { env, encoding: 'utf8' })
  return { status, given: stdout.split('\n').slice(0, -1) }
}

test('the columba command runs a built command with the settings, account and folder of the service', () => {
  const { given } = runColumba('audit:verify', '--head', 'a b')
  expect(given.slice(-4)).toEqual(['/usr/bin/node', 'dist/server/commands/audit-verify.js', '--head', 'a b'])

  const unit = readFileSync('deploy/columba@.service', 'utf8')
  const inUnit = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? 'missing'
  expect(unit).toContain(`Environment=DATA_DIR=/var/lib/${inUnit('StateDirectory')}\n`)
  for (const option of [
    `--uid=${inUnit('User')}`,
    `--gid=${inUnit('Group')}`,
    `--working-directory=${inUnit('WorkingDirectory')}`,
    `--property=EnvironmentFile=${inUnit('EnvironmentFile')}`,
    `--property=StateDirectory=${inUnit('StateDirectory')}`,
    `--setenv=DATA_DIR=/var/lib/${inUnit('StateDirectory')}`,
    '--setenv=COLUMBA_MODE=production',
  ])
    expect(given).toContain(option)
})

test.each(['migrate', 'restore'])('the columba command runs %s as the owner of the database', (command) => {
  const { given } = runColumba(command)
  const files = given.filter((option) => option.startsWith('--property=EnvironmentFile='))
  expect(files.at(-1)).toBe('--property=EnvironmentFile=-/etc/columba/owner.env')
  expect(runColumba('audit:verify').given.join()).not.toContain('owner.env')
})

test('the proxy accepts bodies as large as the server does, for the same calls', () => {
  const proxy = readFileSync('deploy/nginx/columba.conf', 'utf8')
  const locations = [...proxy.matchAll(/location ~ (\S+) \{\s+client_max_body_size (\d+)k;/g)]
  const kilobytes = (endpoint: Endpoint) => bodyLimitOf(endpoint) / 1024
  const covered = locations.map(([, paths = '', size]) => {
    const endpoints = allEndpoints.filter(({ path }) => new RegExp(paths).test(path))
    expect(Number(size)).toBe(Math.max(...endpoints.map(kilobytes)))
    return endpoints
  })
  expect(new Set(covered.flat())).toEqual(new Set(allEndpoints.filter(({ files }) => files)))
  const general = /^ {4}client_max_body_size (\d+)k;/m.exec(proxy)?.[1]
  expect(allEndpoints.filter((endpoint) => !endpoint.files).map(kilobytes)).toEqual(
    allEndpoints.filter((endpoint) => !endpoint.files).map(() => Number(general)),
  )
})

test.each(['upstream-systemd.conf', 'templates/columba-upstream.conf.template'])(
  'the proxy with %s closes an idle connection before a replica that stops does',
  (file) => {
    const seconds = /^ *keepalive_timeout (\d+)s;/m.exec(readFileSync(`deploy/nginx/${file}`, 'utf8'))?.[1]
    expect(Number(seconds) * 1000).toBeLessThan(drainMs)
  },
)

test('with Compose the certificates have the paths to which their links lead, and the proxy looks for replicas that were replaced', () => {
  const mounted = /^ +- (\$\{CERTIFICATES\S* .*\}):(\S+):ro$/m.exec(readFileSync('deploy/compose.yaml', 'utf8'))
  expect(mounted?.[1]?.replace(/:\?.*(?=\})/, '')).toBe(mounted?.[2])
  const upstream = readFileSync('deploy/nginx/templates/columba-upstream.conf.template', 'utf8')
  expect(upstream.match(/^ *server .*/gm)?.filter((server) => !/ resolve /.test(server))).toEqual([])
  expect(Number(/^ *resolver .*valid=(\d+)s/m.exec(upstream)?.[1])).toBeLessThanOrEqual(10)
})

/** Answers as a house in which the server of this address hangs, and nginx asks another. */
const oneHangs = (address: string) => `case "$*" in *${address}/readyz) printf 000;; *) printf 200;; esac`

/** Runs `columba-check` on a healthy house, but for these programs. */
function checkHouse(changes: Record<string, string>, backup: string, settings = {}) {
  const bin = mkdtempSync(join(folder, 'bin-'))
  writeFileSync(join(bin, backup), '')
  const healthy = {
    curl: oneHangs('none'),
    journalctl: `echo '{"level":30,"msg":"answered"}'`,
    df: 'printf "Use%% Mounted on\\n 40%% /\\n"',
    openssl: 'exit 0',
  }
  for (const [name, script] of Object.entries({ ...healthy, ...changes }))
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const { status, stdout } = spawnSync(resolve('deploy/alarms/columba-check'), ['https://columba.example'], {
    env: { PATH: `${bin}:/usr/bin:/bin`, COLUMBA_BACKUPS: bin, ...settings },
    encoding: 'utf8',
  })
  return [status, stdout.replaceAll(bin, 'FOLDER')]
}

test.each([
  ['nothing', {}, 0, ''],
  [
    'NotReady',
    { curl: oneHangs('https://columba.example') },
    1,
    'NotReady: https://columba.example/readyz is not 200.\n',
  ],
  [
    'ReplicaDown',
    { curl: oneHangs('http://127.0.0.1:3002') },
    1,
    'ReplicaDown: http://127.0.0.1:3002/readyz is not 200.\n',
  ],
  [
    'Log',
    { journalctl: `echo '{"level":50,"msg":"letters are late"}'` },
    1,
    'Log: "level":50,"msg":"letters are late"}\n',
  ],
  ['Disk', { df: 'printf "Use%% Mounted on\\n 91%% /var\\n"' }, 1, 'Disk: /var is 91% full.\n'],
  [
    'Certificate',
    { openssl: 'exit 1' },
    1,
    'Certificate: that of columba.example expires within 14 days, or cannot be read.\n',
  ],
  ['Backup', {}, 1, 'Backup: none of the last 26 hours in FOLDER.\n', 'new.backup'],
])(
  'the check for cron reports %s if that is wrong',
  (_what, changes, status, output, backup = 'columba-2026-03-14.backup') => {
    expect(checkHouse(changes, backup)).toEqual([status, output])
  },
)

test('the check for cron says so if it cannot read the log, in which it would otherwise find nothing', () => {
  const journalctl = 'echo no such unit >&2; exit 1'
  const words = 'Log: it cannot be read by: journalctl --unit=columba@* --since=-6min --output=cat\n'
  expect(checkHouse({ journalctl }, 'columba-2026-03-14.backup')).toEqual([1, words])
})

test('on a machine without replicas, log and backups the check for cron looks at the rest', () => {
  const elsewhere = { COLUMBA_REPLICAS: '', COLUMBA_LOG: '', COLUMBA_BACKUPS: '' }
  const journalctl = 'exit 1'
  const curl = oneHangs('http://127.0.0.1:3002')
  expect(checkHouse({ journalctl, curl }, 'new.backup', elsewhere)).toEqual([0, ''])
  expect(checkHouse({ journalctl, curl: 'printf 502' }, 'new.backup', elsewhere)[0]).toBe(1)
})

test('the check for cron reads the log first, for longer than the time between two runs', () => {
  const journalctl = `echo "$*" > ${folder}/read; touch ${folder}/was-read`
  const curl = `[ -e ${folder}/was-read ] && printf 200`
  expect(checkHouse({ journalctl, curl }, 'columba-2026-03-14.backup')).toEqual([0, ''])
  const minutes = (file: string, pattern: RegExp) => Number(pattern.exec(readFileSync(file, 'utf8'))?.[1])
  const between = minutes('deploy/columba.cron', /^\*\/(\d+) .*columba-check/m)
  expect(minutes(join(folder, 'read'), /--since=-(\d+)min/)).toBeGreaterThan(between)
  expect(minutes('deploy/columba.cron', /--since (\d+)m /)).toBeGreaterThan(between)
})

/** The settings and commands of the lines for cron: those that are in force, or those for Compose, which are comments. */
function linesForCron(kind: 'systemd' | 'Compose') {
  const prefix = kind === 'systemd' ? '' : '# '
  const lines = readFileSync('deploy/columba.cron', 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith(prefix) ? [line.slice(prefix.length)] : []))
  const settings = lines.flatMap((line) =>
    [...line.matchAll(/^([A-Z_]+)=(.*)$/g)].map(([, name, value]) => [name, value]),
  )
  const commands = lines.flatMap((line) => /^[\d*]\S* \S+ \* \* \* root (.*)$/.exec(line)?.[1] ?? [])
  const local = (text = '') => text.replaceAll('\\%', '%').replaceAll('/var/backups/columba', folder)
  return { settings: Object.fromEntries(settings), commands: commands.map(local) }
}

test.each([
  ['systemd', 'http://127.0.0.1:3001 http://127.0.0.1:3002'],
  ['Compose', 'http://172.18.0.3:3000 http://:3000'],
] as const)('the lines for cron with %s back up and check each replica', (kind, replicas) => {
  const programs = {
    columba: 'echo backup of "$@"',
    docker: `case "$*" in
      inspect\\ -f\\ *IPAddress*one\\ other) echo http://172.18.0.3:3000; echo http://:3000;;
      *--since*) echo log;;
      *ps\\ -aq\\ columba) echo one; echo other;;
      *exec\\ -T\\ columba*) echo backup of "$@";;
    esac`,
    'columba-check': `echo $COLUMBA_REPLICAS > ${folder}/replicas; $COLUMBA_LOG`,
  }
  for (const [name, script] of Object.entries(programs))
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const { settings, commands } = linesForCron(kind)
  expect(commands).toHaveLength(2)
  for (const command of commands) {
    const env = { ...settings, PATH: `${folder}:/usr/bin:/bin` }
    const here = command.replace('/opt/columba/deploy/alarms', folder)
    expect(spawnSync('/bin/sh', ['-c', here], { env, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
  }
  expect(readFileSync(join(folder, 'replicas'), 'utf8').trim()).toBe(replicas)
  const [backup = ''] = readdirSync(folder).filter((name) => /^columba-\d{4}-\d\d-\d\d\.backup$/.test(name))
  expect(readFileSync(join(folder, backup), 'utf8')).toMatch(/^backup of .*-\n$/)
  expect(statSync(join(folder, backup)).mode & 0o077).toBe(0)
})

test('the check for cron and the lines for cron mean the same folder of backups and the same replicas', () => {
  const check = readFileSync('deploy/alarms/columba-check', 'utf8')
  const byDefault = (name: string) => new RegExp(`\\{${name}-(.*)\\}`).exec(check)?.[1]
  const cron = readFileSync('deploy/columba.cron', 'utf8')
  expect(cron).toContain(`\nCOLUMBA_REPLICAS=${byDefault('COLUMBA_REPLICAS')}\n`)
  expect(cron).toContain(`cd ${byDefault('COLUMBA_BACKUPS')} && columba backup`)
  expect(readFileSync('docs/OPERATING.md', 'utf8')).toContain(`install -d -m 700 ${byDefault('COLUMBA_BACKUPS')}`)
})

test('the alarms for Prometheus use metrics that a replica has, and OPERATING.md says what to do about each alarm', async () => {
  const rules = readFileSync('deploy/alarms/columba.rules.yml', 'utf8')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const sources = ['request-log', 'operations'].map((name) => readFileSync(`server/http/${name}.ts`, 'utf8'))
  const own = [...sources.join().matchAll(/name: '(\w+)'/g)].map(([, name]) => name)
  const known = new Set(['up', ...own, ...registry.getMetricsAsArray().map(({ name }) => name)])
  const used = [...rules.matchAll(/\b(up|(?:columba|http|nodejs|process)_\w+?)(?:_count|_bucket)?[{ []/g)].map(
    ([, name]) => name,
  )
  expect(used.filter((name) => !known.has(name))).toEqual([])
  expect(used.length).toBeGreaterThanOrEqual(6)

  const check = readFileSync('deploy/alarms/columba-check', 'utf8')
  const alarms = [...rules.matchAll(/alert: (\w+)/g), ...check.matchAll(/"(\w+): /g)].map(([, name]) => name)
  const explained = new Map(
    [...readFileSync('docs/OPERATING.md', 'utf8').matchAll(/^\| `(\w+)` \| (.*?) \|/gm)].map(([, name, when]) => [
      name,
      when,
    ]),
  )
  expect(new Set(explained.keys())).toEqual(new Set(alarms))
  for (const [, name, minutes] of rules.matchAll(/alert: (\w+)\n.*\n +for: (\d+)m/g))
    expect(explained.get(name)).toMatch(new RegExp(`\\b${minutes} minutes?\\b`))
  expect(rules).toContain('nodejs_eventloop_lag_p99_seconds > 0.5\n')
  expect(explained.get('Busy')).toContain('0.5 seconds')
  expect(rules).toContain('process_resident_memory_bytes > 450e6\n')
  expect(explained.get('Memory')).toContain('450 MB')
})

test('the alarms for slow replies and errors of Prometheus leave out calls that last long or say by an error that a replica is not ready', () => {
  const rules = readFileSync('deploy/alarms/columba.rules.yml', 'utf8')
  /** Prometheus compares with the whole of a label. */
  const leftOut = new RegExp(`^(?:${/route!~"(.*?)"/.exec(rules)?.[1]})$`)
  const isLong = ({ sends, path }: Endpoint) => sends === 'text/event-stream' || path.startsWith('/api/register/')
  expect(allEndpoints.filter(({ path }) => leftOut.test(path)).map(({ path }) => path)).toEqual(
    allEndpoints.filter(isLong).map(({ path }) => path),
  )
  expect(rules).toContain(`{status=~"5..",route!="${operationsApi.ready.path}"}`)
})

test('a restart or reload of nftables, which removes all rules, adds the limit on connections again', () => {
  const unit = readFileSync('deploy/columba-connections.service', 'utf8').split('\n')
  const start = unit.find((line) => line.startsWith('ExecStart='))
  expect(unit).toEqual(
    expect.arrayContaining([
      'After=nftables.service',
      'PartOf=nftables.service',
      'ReloadPropagatedFrom=nftables.service',
      start?.replace('ExecStart', 'ExecReload'),
    ]),
  )
})

test('the example of the settings names those without which Prometheus and the kept heads of the audit log have nothing to read', () => {
  const named = readFileSync('deploy/columba.env.example', 'utf8')
  expect(named).toMatch(/^# METRICS_TOKEN=$/m)
  expect(named).toMatch(/^# LOG_LEVEL=info$/m)
})

test('a container is healthy if it can serve', () => {
  expect(readFileSync('deploy/Dockerfile', 'utf8')).toMatch(
    new RegExp(`^HEALTHCHECK .*:3000${operationsApi.ready.path}'`, 'm'),
  )
})

test('the proxy of Compose has room for as many bodies as the compose file says', () => {
  const compose = readFileSync('deploy/compose.yaml', 'utf8')
  const kilobytes = Number(/size=(\d+)m/.exec(compose)?.[1]) * 1024
  const roomFor = (endpoint: Endpoint) => Math.floor(kilobytes / (bodyLimitOf(endpoint) / 1024))
  const [certificates, registers] = [roomFor(bookingApi.submit), roomFor(draftApi.upload)]
  expect([certificates, registers]).toEqual([7, 3])
  expect(compose).toContain('room for seven with certificates at once, or three with a register.')
})

test('OPERATING.md says what to do about every line that the server logs at level 50', () => {
  const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join('server', file), 'utf8'))
  const logged = sources.flatMap((source) => [
    ...source.matchAll(/\blog\.error\([^'`]*?, ['`]([^'`:$]+)/g),
    ...source.matchAll(/\blogOutage\([\w.]+, 'error', '([^']+)'/g),
    ...source.matchAll(/\? '(letter [^']+)' : '(?:letter [^']+)'/g),
  ])
  const messages = new Set(logged.map(([, message = '']) => message))
  expect(messages.size).toBeGreaterThanOrEqual(15)
  const explained = readFileSync('docs/OPERATING.md', 'utf8')
  expect([...messages].filter((message) => !explained.includes(`\`${message}`))).toEqual([])
})

test('git and the image leave out the settings with their secrets, backups and registers', () => {
  for (const file of ['.gitignore', 'deploy/Dockerfile.dockerignore']) {
    const leftOut = readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.replace('**/', '').replace(/\/$/, ''))
    expect(leftOut).toEqual(expect.arrayContaining(['deploy/columba.env', '*.backup', 'register']))
  }
})

test('the migration is tried again while the database cannot be reached, and for no other reason', () => {
  const unit = readFileSync('deploy/columba-migrate.service', 'utf8')
  const script = /^ExecStart=\/bin\/sh -c '(.*)'$/m.exec(unit)?.[1] ?? ''
  const attempt = `attempt() { echo tried; case $(cat ${folder}/codes | wc -l) in 0) return 0;; esac; code=$(head -1 ${folder}/codes); sed -i 1d ${folder}/codes; return $code; }`
  const runWith = (codes: number[]) => {
    writeFileSync(join(folder, 'codes'), codes.map((code) => `${code}\n`).join(''))
    const commands = script
      .replaceAll('$$', '$')
      .replace('/usr/bin/node dist/server/commands/migrate.js', 'attempt')
      .replace('sleep 5', ':')
    const { status, stdout } = spawnSync('/bin/sh', ['-c', `${attempt}; ${commands}`], { encoding: 'utf8' })
    return { status, tries: stdout.split('\n').length - 1 }
  }
  expect(runWith([75, 75])).toEqual({ status: 0, tries: 3 })
  expect(runWith([1, 75])).toEqual({ status: 1, tries: 1 })
})

test('systemd starts a replica again however often it has failed', () => {
  const [unit = ''] = readFileSync('deploy/columba@.service', 'utf8').split('[Service]')
  expect(unit).toMatch(/^StartLimitIntervalSec=0$/m)
})

test('the columba command without a command explains itself', () => {
  expect(runColumba()).toEqual({ status: 2, given: [] })
})

test.each(['deploy/columba@.service', 'deploy/Dockerfile'])('%s sets the mode', (file) => {
  expect(readFileSync(file, 'utf8')).toMatch(/^(ENV|Environment=).*\bCOLUMBA_MODE=production\b/m)
})

/** Runs nginx with the maps of the proxy, and answers with the keys by which it counts a client. */
async function keysOf(addresses: readonly string[]) {
  const maps = readFileSync('deploy/nginx/columba.conf', 'utf8').match(/^map \$binary_remote_addr .*?^\}/gms) ?? []
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (each) => `${each}_temp_path ${folder}/${each};`,
  )
  const configuration = `
    ${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}
    http { access_log off; ${temporary.join(' ')} ${maps.join('\n')}
      set_real_ip_from 127.0.0.1; real_ip_header X-Client;
      server { listen 127.0.0.1:${port}; location / { return 200 "$columba_network|$columba_site"; } } }`
  writeFileSync(join(folder, 'nginx.conf'), configuration)
  const nginx = spawn(findNginx() ?? '', ['-p', folder, '-c', join(folder, 'nginx.conf')])
  const ended = once(nginx, 'exit')
  const read = (address: string) => fetch(`http://127.0.0.1:${port}`, { headers: { 'x-client': address } })
  await vi.waitFor(() => read('192.0.2.1'), { timeout: 60_000 })
  const answers = await Promise.all(
    addresses.map(async (address) => Buffer.from(await (await read(address)).arrayBuffer()).toString('hex')),
  )
  nginx.kill()
  await ended
  return answers
}

test.runIf(findNginx())('the proxy counts IPv4 by address, and IPv6 by /64 and by /48', async () => {
  const bar = Buffer.from('|').toString('hex')
  expect(
    await keysOf([
      '192.0.2.10',
      '2001:db8:1:2::a',
      '2001:db8:1:2:ffff:a0a:a0a:1',
      '2001:db8:1:a0a::1',
      '2001:db8:2::1',
    ]),
  ).toEqual([
    `c000020a${bar}`,
    `20010db800010002${bar}20010db80001`,
    `20010db800010002${bar}20010db80001`,
    `20010db800010a0a${bar}20010db80001`,
    `20010db800020000${bar}20010db80002`,
  ])
})

test.runIf(findNginx())(
  'the proxy ends a connection whose request header never becomes complete, although bytes keep coming',
  async () => {
    const log = join(folder, 'access.log')
    const nginx = await startNginx([await freePort()], (configured) => configured.replace(/(?<=access_log )\S+/g, log))
    const { port, hostname: host } = new URL(nginx.url)
    const silent = connectSocket(Number(port), host)
    const withoutTLS = connectSocket(nginx.plainPort, host, () => withoutTLS.write('GET / HTTP/1.1\r\n'))
    let timer: NodeJS.Timeout | undefined
    const slow = connectTLS({ port: Number(port), host, ca: nginx.ca }, () => {
      slow.write('GET / HTTP/1.1\r\n')
      timer = setInterval(() => slow.write('X-More: yes\r\n'), 500)
    })
    /** A write that meets the end of its connection is an error, for which `once` would reject. */
    const closed = (socket: typeof silent | typeof slow) =>
      new Promise((resolve) =>
        socket
          .on('error', () => undefined)
          .on('close', resolve)
          .resume(),
      )
    await Promise.all([silent, withoutTLS, slow].map(closed))
    clearInterval(timer)
    /** The seconds from its first byte on, by the clock of nginx, which does not wait for this test. */
    const ended = [...readFileSync(log, 'utf8').matchAll(/ 408 \d+ ([\d.]+) /g)].map(([, seconds]) => Number(seconds))
    await nginx.stop()
    expect(ended).toHaveLength(2)
    expect(Math.min(...ended)).toBeGreaterThan(4)
    expect(Math.max(...ended)).toBeLessThan(8)
  },
)

test.runIf(findNginx())(
  'the proxy refuses the 401st request in progress of an address, and more than 50 requests a second above 500 at once',
  async () => {
    let answer = () => {}
    const waiting: ServerResponse[] = []
    /** Reads are those with which `startNginx` looks whether nginx answers. */
    const server = createServer(({ method }, response) => {
      if (method === 'GET') return void response.end()
      waiting.push(response)
      answer()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    /** The first requests wait until the last have arrived. */
    const nginx = await startNginx([(server.address() as AddressInfo).port], (configured) =>
      configured.replaceAll('proxy_read_timeout 60s', 'proxy_read_timeout 10m'),
    )
    const sentSince = performance.now()
    const send = (agent: Agent | false) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const url = `${nginx.url}/api/halls/publish`
        request(url, { ca: nginx.ca, method: 'POST', agent }, resolve).on('error', reject).end()
      })
    const ask = async (agent: Agent | false = false) => (await send(agent)).resume().statusCode

    /** A few at a time, because a handshake that takes five seconds is ended. */
    const held: ReturnType<typeof ask>[] = []
    while (held.length < 400) {
      held.push(...Array.from({ length: 20 }, () => ask()))
      await vi.waitUntil(() => waiting.length === held.length, { timeout: 60_000 })
    }
    const refused = await send(false)
    expect(refused.statusCode).toBe(429)
    expect(ErrorReply.parse(JSON.parse(await readText(refused))).code).toBe('TOO_MANY_REQUESTS')
    answer = () => {
      for (const response of waiting.splice(0)) response.end()
    }
    answer()
    expect(new Set(await Promise.all(held))).toEqual(new Set([200]))

    /** There are far more calls than a second allows, on fewer connections than are allowed. */
    const agent = new Agent({ keepAlive: true, maxSockets: 20 })
    const statuses = await Promise.all(Array.from({ length: 2000 }, () => ask(agent)))
    const served = held.length + statuses.filter((status) => status === 200).length
    expect([200, 429]).toEqual(expect.arrayContaining([...new Set(statuses)]))
    expect(served).toBeGreaterThan(450)
    expect(served).toBeLessThanOrEqual(501 + (50 * (performance.now() - sentSince)) / 1000)
    agent.destroy()
    await nginx.stop()
    server.close()
  },
  120_000,
)

/** Opens so many connections from an address, one after the other, and says nothing on them. */
const openConnections = `
  const { connect, createServer } = require('node:net')
  const open = (from, to) => new Promise((resolve) => {
    const socket = connect({ port: 443, host: to, localAddress: from })
    socket.on('connect', () => resolve(1)).on('error', () => resolve(0))
  })
  createServer((socket) => socket.on('error', () => {})).listen(443, '::', async () => {
    const counts = []
    for (const [count, from, to] of JSON.parse(process.argv[1])) {
      let opened = 0
      for (let each = 0; each < count; each++) opened += await open(from, to)
      counts.push(opened)
    }
    console.log(JSON.stringify(counts))
    process.exit()
  })`
const emptyNetwork = ['unshare', '--net', 'sh', '-c']

test.runIf(can('count'))(
  'the kernel refuses the 501st connection of a network on which nothing is said, the 2001st of a /48, and no others',
  () => {
    const attempts = [
      [510, '127.0.0.1', '127.0.0.1'],
      [10, '127.0.0.2', '127.0.0.1'],
      [300, '2001:db8:1:2::a', '2001:db8:9::1'],
      [300, '2001:db8:1:2::b', '2001:db8:9::1'],
      [10, '2001:db8:1:3::a', '2001:db8:9::1'],
      [490, '2001:db8:1:3::b', '2001:db8:9::1'],
      [500, '2001:db8:1:4::a', '2001:db8:9::1'],
      [500, '2001:db8:1:5::a', '2001:db8:9::1'],
      [10, '2001:db8:1:6::a', '2001:db8:9::1'],
      [10, '2001:db8:2::a', '2001:db8:9::1'],
    ] as const
    const addresses = new Set(attempts.flatMap(([, from, to]) => [from, to]).filter((each) => each.includes(':')))
    const commands = [
      'ulimit -n 8192',
      'ip link set lo up',
      ...[...addresses].map((address) => `ip addr add ${address}/128 dev lo`),
      'nft -f deploy/nftables/columba.nft',
      'nft -f deploy/nftables/columba.nft',
      `exec "$0" -e "$1" '${JSON.stringify(attempts)}'`,
    ]
    const [program = '', ...args] = [...emptyNetwork, commands.join(' && '), process.execPath, openConnections]
    const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
    expect([stderr, stdout.trim()]).toEqual(['', '[500,10,300,200,10,490,500,500,0,10]'])
  },
)

test('every limit of the proxy counts by network or by /48', () => {
  const proxy = readFileSync('deploy/nginx/columba.conf', 'utf8')
  const keys = [...proxy.matchAll(/^limit_(?:conn|req)_zone (\S+) zone=(\w+)/gm)].map(([, key, zone]) => [zone, key])
  const used = [...proxy.matchAll(/^ +limit_(?:conn (\w+) \d|req zone=(\w+))/gm)].map(([, conn, req]) => conn ?? req)
  expect(new Set(keys.map(([, key]) => key))).toEqual(new Set(['$columba_network', '$columba_site']))
  expect(used.toSorted()).toEqual(keys.map(([zone]) => zone).toSorted())
})

/** The first location of the proxy with this call, which is the one that counts. */
function locationOf({ path }: Pick<Endpoint, 'path'>) {
  const proxy = readFileSync('deploy/nginx/columba.conf', 'utf8')
  const locations = [...proxy.matchAll(/^ {4}location ~ (\S+) \{\n([^}]*)/gm)]
  return locations.find(([, pattern = '']) => new RegExp(pattern).test(path))?.[2] ?? ''
}

const isSentAgain = (endpoint: Endpoint) => locationOf(endpoint).includes('non_idempotent')

test('the proxy sends a post to another replica again if the call books or has an ID of its request or of the charge that it adds, and no other', () => {
  const hasID = ({ path, body }: Endpoint) =>
    body instanceof z.ZodObject &&
    ('requestID' in body.shape || ('chargeID' in body.shape && 'bookingID' in body.shape)) &&
    !path.startsWith('/api/second-person/')
  const isDoneOnce = (endpoint: Endpoint) => endpoint.path === bookingApi.submit.path || hasID(endpoint)
  expect(allEndpoints.filter(isSentAgain).map(({ path }) => path)).toEqual(
    allEndpoints.filter(isDoneOnce).map(({ path }) => path),
  )
})

test('the proxy waits longer than usual for streams, files and uploads, unless it may ask another replica', () => {
  const isLong = ({ sends, files }: Endpoint) => files || /event-stream|csv|zip/.test(sends ?? '')
  const cut = allEndpoints.filter(
    (endpoint) => isLong(endpoint) && !isSentAgain(endpoint) && !locationOf(endpoint).includes('proxy_read_timeout'),
  )
  expect(cut.map(({ path }) => path)).toEqual([])
})

test('the proxy waits longer than calls wait in a queue of the server, and than a search may run after that', () => {
  const readTimeout = (configured: string) => Number(/^ *proxy_read_timeout (\d+)s;$/m.exec(configured)?.[1]) * 1000
  const general = /^ {4}proxy_read_timeout .*$/m.exec(readFileSync('deploy/nginx/columba.conf', 'utf8'))?.[0] ?? ''
  expect(readTimeout(general)).toBeGreaterThan(longestWait.ms)
  /** It may wait for its turn, for the statement of others and its own about the state, and for its turn to search. */
  for (const search of [exploreApi.find, nicheApi.find])
    expect(readTimeout(locationOf(search))).toBeGreaterThan(2 * longestWait.ms + 3 * statementTimeout.ms)
})

test('the proxy waits longer for an answer than the locks of a server that hangs are kept', () => {
  const [, seconds] = /^ {4}proxy_read_timeout (\d+)s;$/m.exec(readFileSync('deploy/nginx/columba.conf', 'utf8')) ?? []
  expect(Number(seconds) * 1000).toBeGreaterThan(idleInTransaction)
})

/** Answers after the milliseconds in its query, with the status in it, and says which replica it is. */
const replica = `
  const { createServer } = require('node:http')
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url, 'http://replica')
    request.resume()
    response.statusCode = Number(searchParams.get('status') ?? 200)
    setTimeout(() => response.end(String(process.pid)), Number(searchParams.get('after')))
  })
  server.listen(Number(process.argv[1]), '127.0.0.1', () => console.log(server.address().port))`

async function startReplica(listenAt = 0) {
  const child = spawn(process.execPath, ['-e', replica, String(listenAt)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = await once(child.stdout, 'data')
  return { child, port: Number(port) }
}

describe.runIf(findNginx())('the proxy before two replicas', { timeout: 120_000 }, () => {
  let replicas: Awaited<ReturnType<typeof startReplica>>[]
  let nginx: Nginx
  beforeAll(async () => {
    replicas = [await startReplica(), await startReplica()]
    nginx = await startNginx(replicas.map(({ port }) => port))
  })
  afterAll(async () => {
    for (const { child } of replicas) child.kill('SIGKILL')
    await nginx.stop()
  })

  interface Reply {
    status: number | undefined
    type: string | undefined
    retryAfter: string | undefined
    text: string
    seconds: number
  }
  const call = (path: string, method = 'GET', body?: Buffer, to = nginx) =>
    new Promise<Reply>((resolve, reject) => {
      const begin = performance.now()
      const headers = { 'content-length': body?.length ?? 0 }
      const sent = request(`${to.url}${path}`, { ca: to.ca, method, headers }, async (reply) => {
        const { statusCode: status, headers } = reply
        const seconds = (performance.now() - begin) / 1000
        const [type, retryAfter] = [headers['content-type'], headers['retry-after']]
        resolve({ status, type, retryAfter, text: await readText(reply), seconds })
      })
      sent.on('error', reject).end(body)
    })
  const times = <T>(amount: number, work: () => Promise<T>) => Promise.all(Array.from({ length: amount }, work))
  const awayTitle = '<h1>Columba is not available at the moment.</h1>'
  /** nginx waits for a minute if it has no limit of its own. */
  const farBelowAMinute = 30

  test('while one replica hangs, reads, bookings and posts with an ID are answered by the other, other posts refused in words, and slow answers not cut', async () => {
    const [hung, other] = replicas
    hung?.child.kill('SIGSTOP')
    const repeated = await Promise.all([
      times(6, () => call('/api/niche/levels')),
      times(6, () => call('/api/urn/move', 'POST')),
      times(6, () => call('/api/booking/submitBooking', 'POST', Buffer.alloc(5_000_000))),
    ])
    hung?.child.kill('SIGCONT')
    const answered = { status: 200, text: String(other?.child.pid) }
    const all = repeated.flat()
    expect(all).toEqual(all.map(() => expect.objectContaining(answered)))
    expect(Math.max(...all.map(({ seconds }) => seconds))).toBeLessThan(farBelowAMinute)

    const slow = await Promise.all([
      call('/api/halls/publish?after=6000', 'POST'),
      call('/api/booking/approve?after=6000', 'POST'),
      call('/api/booking/submitBooking?after=6000', 'POST', Buffer.alloc(1_000_000)),
      call('/book?after=6000', 'POST'),
    ])
    expect(slow.map(({ status }) => status)).toEqual([200, 504, 504, 504])
    for (const { text } of slow.slice(1, 3))
      expect(ErrorReply.parse(JSON.parse(text)).error).toBe(errorTable.DATABASE_AWAY[1])
    expect(slow.at(-1)).toMatchObject({ type: 'text/html', text: expect.stringContaining(awayTitle) })
  })

  test('a body that is too large is refused in the words of the server, as JSON for a call and otherwise as a page', async () => {
    const [ofCall, ofPage] = await Promise.all(
      ['/api/booking/approve', '/book'].map((path) => call(path, 'POST', Buffer.alloc(300 * 1024))),
    )
    expect(ofCall).toMatchObject({ status: 413, type: 'application/json' })
    expect(ErrorReply.parse(JSON.parse(ofCall?.text ?? '')).error).toBe(errorTable.TOO_LARGE[1])
    expect(ofPage).toMatchObject({ status: 413, type: 'text/html' })
    expect(ofPage?.text).toContain(`<h1>${errorTable.TOO_LARGE[1]}</h1>`)
  })

  const disk = mountSmallDisk('64k')
  afterAll(() => disk?.unmount())
  test.runIf(disk)(
    'bodies for which the proxy has no room get 503 in words, and an error of Columba stays as it is',
    async () => {
      const full = await startNginx(
        replicas.map(({ port }) => port),
        (configured) => configured.replace(/(?<=client_body_temp_path )[^;]+/, disk?.path ?? ''),
      )
      const large = Buffer.alloc(200 * 1024)
      const [ofCall, ofPage, ofColumba] = [
        await call('/api/booking/submitBooking', 'POST', large, full),
        await call('/book', 'POST', large, full),
        await call('/api/niche/levels?status=500', 'GET', undefined, full),
      ]
      await full.stop()
      expect(ofCall).toMatchObject({ status: 503, type: 'application/json', retryAfter: '5' })
      expect(ErrorReply.parse(JSON.parse(ofCall.text)).error).toBe(errorTable.DATABASE_AWAY[1])
      expect(ofPage).toMatchObject({ status: 503, type: 'text/html', text: expect.stringContaining(awayTitle) })
      expect(ofColumba.status).toBe(500)
      expect(replicas.map(({ child }) => String(child.pid))).toContain(ofColumba.text)
    },
  )

  test.each([
    ['something that is not HTTP', 'hello world\r\n\r\n', 400],
    ['a path that leaves the site', 'GET /api/../../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['a request without a host', 'GET /api/house HTTP/1.1\r\n\r\n', 400],
    ['a request for two hosts', 'GET /api/house HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
    ['a header of 40 kB', `GET /api/house HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(40_000)}\r\n\r\n`, 400],
    ['a method that is not allowed', 'TRACE /api/house HTTP/1.1\r\nHost: a\r\n\r\n', 405],
    ['an address of 15 kB', `GET /api/${'a'.repeat(15_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 414],
    ['an unknown version of HTTP', 'GET /api/house HTTP/9.9\r\nHost: a\r\n\r\n', 505],
  ])(
    '%s is refused by the proxy in the words of the server, which do not name the proxy',
    async (_what, text, status) => {
      const { port, hostname: host } = new URL(nginx.url)
      const socket = connectTLS({ port: Number(port), host, ca: nginx.ca }, () => socket.write(text))
      const [head = '', body = ''] = (await readText(socket)).split('\r\n\r\n')
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(head).toMatch(/^content-security-policy: default-src 'none'/im)
      expect(body).toContain(errorTable.MALFORMED[1])
      expect(body).not.toContain('nginx')
    },
  )

  test('replicas that restart shortly after each other are asked at once, although both have just failed', async () => {
    const ports = replicas.map(({ port }) => port)
    for (const { child } of replicas) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    expect(await call('/')).toMatchObject({ status: 502, type: 'text/html', text: expect.stringContaining(awayTitle) })
    expect(await call('/api/niche/levels')).toMatchObject({ status: 502, type: 'application/json' })
    replicas = [await startReplica(ports[0])]
    expect((await call('/')).status).toBe(200)
  })
})
