import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPort } from '../../../tools/free-port.ts'

export type Nginx = {
  httpsPort: number
  httpPort: number
  /** The port for the events of the gateway on this machine. */
  hooksPort: number
  /** The certificate that its clients must know. */
  certificate: Buffer
  version: string
  /** The lines of the access log, one for each request. */
  accessLog(): string[]
  /** The text of the error log. */
  errorLog(): string
  stop(): Promise<void>
}

const shipped = join(import.meta.dirname, '../../../deploy/nginx.conf')

/** The domain that takes the place of the one in the file. */
const domain = 'casillero.test'

function makeCertificate(folder: string): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')]
  const name = ['-subj', `/CN=*.${domain}`, '-addext', `subjectAltName=DNS:*.${domain}`]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', certificate, ...name], { stdio: 'pipe' })
  return { certificate, key }
}

/** Renders the shipped configuration with other ports, names and paths; throws when it does not contain one of them. */
function render(changes: [from: string, to: string][]): string {
  // Without the IPv6 addresses, on which some machines cannot listen.
  let text = readFileSync(shipped, 'utf8').replaceAll(/^ *listen \[::\].*\n/gm, '')
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`deploy/nginx.conf has no "${from}" any more.`)
    text = text.replaceAll(from, to)
  }
  return text
}

/**
 * Runs nginx with the shipped configuration in front of two instances.
 *
 * @param upstream the two addresses, such as `127.0.0.1:3001`
 * @param edit changes the configuration, to show the effect of a setting
 */
export async function startNginx(
  folder: string,
  [first, second]: [string, string],
  edit: (configuration: string) => string = (configuration) => configuration,
): Promise<Nginx> {
  const program = process.env.NGINX_PATH
  if (!program) throw new Error('NGINX_PATH is missing: these tests run by `npm run test:cluster`, which finds nginx.')
  const [httpsPort, httpPort, hooksPort] = [await findPort(), await findPort(), await findPort()]
  const { certificate, key } = makeCertificate(folder)
  const log = join(folder, 'access.log')
  const site = render([
    ['127.0.0.1:3001', first],
    ['127.0.0.1:3002', second],
    ['listen 443 ', `listen 127.0.0.1:${httpsPort} `],
    ['listen 80;', `listen 127.0.0.1:${httpPort};`],
    ['listen 127.0.0.1:3000;', `listen 127.0.0.1:${hooksPort};`],
    ['example.com', domain],
    ['/etc/ssl/casillero/fullchain.pem', certificate],
    ['/etc/ssl/casillero/privkey.pem', key],
    ['/var/log/nginx/casillero.log', log],
    ['/var/cache/casillero-logos', join(folder, 'logos')],
  ])
  writeFileSync(join(folder, 'casillero.conf'), edit(site))
  mkdirSync(join(folder, 'temp'))
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path temp/${name};`)
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${user} daemon off; pid nginx.pid; worker_processes 2; error_log error.log notice;
     events { worker_connections 1024; }
     http { access_log off; ${temp.join(' ')} include casillero.conf; }\n`,
  )
  const child = spawn(program, ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], { stdio: 'inherit' })
  const ended = once(child, 'exit')
  const errorLog = () => (existsSync(join(folder, 'error.log')) ? readFileSync(join(folder, 'error.log'), 'utf8') : '')
  const isUp = () => errorLog().includes('start worker process ')
  await Promise.race([
    ended.then(() => Promise.reject(new Error(`nginx did not start:\n${errorLog()}`))),
    (async () => {
      while (!isUp() && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 10))
    })(),
  ])
  return {
    httpsPort,
    httpPort,
    hooksPort,
    certificate: readFileSync(certificate),
    version: /nginx\/([\d.]+)/.exec(errorLog())?.[1] ?? '',
    accessLog: () => readFileSync(log, 'utf8').split('\n').filter(Boolean),
    errorLog,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
