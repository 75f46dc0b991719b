import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { exitCode, UserError } from '../../scripts/run.mjs'
import { freePort } from '../../scripts/start-test-server.mjs'
import { findNginx } from '../../scripts/system-tools.mjs'

export interface Nginx {
  url: string
  /** Where it listens without TLS. */
  plainPort: number
  ca: string
  stop: () => Promise<void>
}

/** Runs nginx with the configuration in `deploy/` for systemd. Only ports, folders and the certificate are changed, and for a control what `edit` changes. */
export async function startNginx(ports: readonly number[], edit = (configured: string) => configured): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'columba-nginx-'))
  const [tls, plain] = [await freePort(), await freePort()]
  const ca = makeCertificate(folder)
  mkdirSync(join(folder, 'bodies'))
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const deployed = (name: string) => readFileSync(`deploy/nginx/${name}`, 'utf8')

  write('columba-name.conf', 'server_name 127.0.0.1;\n')
  write('columba-tls.conf', deployed('tls-systemd.conf').replaceAll('/etc/columba/tls', folder))
  write('columba-upstream.conf', withReplicas(deployed('upstream-systemd.conf'), ports))
  const configured = deployed('columba.conf')
    .replaceAll('/etc/nginx', folder)
    .replaceAll('/var/log/nginx', folder)
    .replaceAll('/run/columba-bodies', join(folder, 'bodies'))
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80 ', `listen 127.0.0.1:${plain} `)
    .replace('listen 443 ', `listen 127.0.0.1:${tls} `)
  write('columba.conf', edit(configured))
  write('nginx.conf', mainConfiguration(folder))

  const nginx = findNginx()
  if (!nginx) throw new UserError('nginx is missing. On Debian: apt-get install nginx-light')
  const child = spawn(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' })
  const stopNow = () => child.kill('SIGTERM')
  process.once('exit', stopNow)
  const ended = exitCode(child)
  const url = `https://127.0.0.1:${tls}`
  await waitUntilAnswers(url, ca)
  return {
    url,
    plainPort: plain,
    ca,
    stop: async () => {
      process.off('exit', stopNow)
      stopNow()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Each kind of line for each of these replicas. */
const withReplicas = (upstream: string, ports: readonly number[]) => {
  const kinds = new Set([...upstream.matchAll(/^ *server \S+ (.*;)$/gm)].map(([, kind]) => kind))
  const lines = [...kinds].flatMap((kind) => ports.map((port) => `    server 127.0.0.1:${port} ${kind}\n`))
  return upstream.replace(/(^ *server .*\n)+/m, lines.join(''))
}

/** What the `nginx.conf` of Debian 12 and later says, with room for many open maps. */
const mainConfiguration = (folder: string) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes auto;
worker_rlimit_nofile 30000;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log emerg;
events { worker_connections 15000; }
http {
  sendfile on;
  tcp_nopush on;
  types_hash_max_size 2048;
  server_tokens on;
  ssl_protocols TLSv1.2 TLSv1.3;
  ssl_prefer_server_ciphers on;
  default_type application/octet-stream;
  access_log off;
  gzip on;
  ${['proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path ${folder}/${each};`).join('\n  ')}
  include ${folder}/columba.conf;
}
`

function makeCertificate(folder: string): string {
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')]
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  return readFileSync(certificate, 'utf8')
}

async function waitUntilAnswers(url: string, ca: string) {
  const answers = () =>
    new Promise<boolean>((resolve) => {
      get(url, { ca }, (reply) => resolve(reply.resume().statusCode !== undefined)).on('error', () => resolve(false))
    })
  const end = Date.now() + 60_000
  while (!(await answers())) {
    if (Date.now() > end) throw new Error('nginx did not start.')
    await sleep(50)
  }
}
