import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { exitCode } from '../../scripts/run.mjs'
import { freePort } from '../../scripts/start-test-server.mjs'
import { findWebKitDriver, findXvfb } from '../../scripts/system-tools.mjs'

/**
 * Debian's WebKit has the engine of an iPhone, without what Apple adds around it. WebDriver drives it, because
 * Playwright cannot.
 */
export interface WebKit {
  page: WebKitPage
  close: () => Promise<void>
}

/** The key of the ID of an element in replies (https://www.w3.org/TR/webdriver2/#elements). */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
type Element = Record<typeof elementKey, string>
type Send = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<T>

const patienceMs = 60_000
const phone = { width: 390, height: 844 }

export async function openWebKit(): Promise<WebKit> {
  const screen = spawn(findXvfb() ?? '', ['-displayfd', '1', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const { value: display } = await createInterface({ input: screen.stdout })[Symbol.asyncIterator]().next()
  const port = await freePort()
  const env = { ...process.env, DISPLAY: `:${display}` }
  const driver = spawn(findWebKitDriver() ?? '', [`--port=${port}`], { stdio: 'ignore', env })
  const send: Send = async (method, path, body = {}) => {
    const init = method === 'POST' ? { method, body: JSON.stringify(body) } : { method }
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, init)
    const { value } = (await reply.json()) as { value: never }
    if (!reply.ok) throw new Error(`${path}: ${JSON.stringify(value)}`)
    return value
  }
  await patiently('WebKitWebDriver does not answer.', () => send('GET', '/status'))
  const capabilities = { alwaysMatch: { acceptInsecureCerts: true } }
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', { capabilities })
  const session = `/session/${sessionId}`
  await send('POST', `${session}/window/rect`, phone)
  return {
    page: new WebKitPage((method, path, body) => send(method, session + path, body)),
    close: async () => {
      await send('DELETE', session)
      for (const program of [driver, screen]) {
        program.kill()
        await exitCode(program)
      }
    },
  }
}

/** Finds elements by their accessible name or its beginning. */
export class WebKitPage {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  open = (url: string) => this.#send('POST', '/url', { url })
  url = () => this.#send<string>('GET', '/url')

  async tap(kind: string, name: string) {
    await this.#act(() => this.#find(kind, name), 'click')
  }

  /** Taps a radio button until it is chosen, because a tap misses what moves on the page at that moment. */
  async pick(name: string) {
    await patiently(`WebKit could not choose "${name}".`, async () => {
      await this.tap('input', name)
      const radio = await this.see('input', name)
      return this.#send<boolean>('GET', `/element/${radio[elementKey]}/selected`)
    })
  }

  async tapNumber(css: string, which: number) {
    await this.#act(async () => (await this.#all(css))[which], 'click')
  }

  async fill(name: string, text: string) {
    await this.#act(() => this.#find('input', name), 'value', { text })
  }

  /** The date is set by a script, because what typed keys mean in a date field depends on the language of the machine. */
  async setDay(name: string, day: string) {
    const script = `const [field, day] = arguments
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, day)
      field.dispatchEvent(new Event('input', { bubbles: true }))`
    await this.#send('POST', '/execute/sync', { script, args: [await this.see('input', name), day] })
  }

  async choose(name: string, option: string) {
    const list = await this.see('select', name)
    const using = { using: 'xpath', value: `.//option[normalize-space() = '${option}']` }
    const found = await this.#send<Element>('POST', `/element/${list[elementKey]}/element`, using)
    await this.#send('POST', `/element/${found[elementKey]}/click`)
  }

  run = <Given, Answer>(script: (given: Given) => Answer, given: Given) =>
    this.#send<Answer>('POST', '/execute/sync', { script: `return (${script})(arguments[0])`, args: [given] })

  attributeOf = async (kind: string, name: string, attribute: string) =>
    this.#send<string>('GET', `/element/${(await this.see(kind, name))[elementKey]}/attribute/${attribute}`)

  /** Waits until it is there. */
  see = (kind: string, name: string) => patiently(`WebKit shows no ${kind} "${name}".`, () => this.#find(kind, name))

  /** Finds the last visible element of this kind and name. */
  async #find(kind: string, name: string): Promise<Element | undefined> {
    for (const element of (await this.#all(kind)).reverse()) {
      const path = `/element/${element[elementKey]}`
      const label = await this.#send<string>('GET', `${path}/computedlabel`)
      if (label.startsWith(name) && (await this.#send('GET', `${path}/displayed`))) return element
    }
    return undefined
  }

  #all = (css: string) => this.#send<Element[]>('POST', '/elements', { using: 'css selector', value: css })

  /** Tries repeatedly, because React may replace an element between finding it and using it. */
  #act = (find: () => Promise<Element | undefined>, action: string, body?: object) =>
    patiently('WebKit could not use an element.', async () => {
      const element = await find()
      if (!element) return false
      await this.#send('POST', `/element/${element[elementKey]}/${action}`, body)
      return true
    })
}

/** Tries until the attempt returns something, for at most a minute. */
async function patiently<T>(otherwise: string, attempt: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + patienceMs
  let cause: unknown
  while (Date.now() < end) {
    try {
      const result = await attempt()
      if (result) return result
    } catch (error) {
      cause = error
    }
    await sleep(100)
  }
  throw new Error(otherwise, { cause })
}
