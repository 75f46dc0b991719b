import { type CDPSession, expect, type Locator, type Page } from '@playwright/test'

export interface Count {
  /** Buttons, links, cells and choices pressed. */
  taps: number
  /** Fields filled in by typing. */
  fields: number
  /** The distance that the page was scrolled to reach them. */
  pixels: number
  /** The number of times that the person had to wait longer than a tenth of a second. */
  waits: number
  /** The length of all these waits together. */
  seconds: number
}

const noticeable = 100
/** What a person needs at least to find the next thing on the screen. */
const paceMs = 300

/** Plays a person at a page: every step waits until its target is there, and the waiting is counted. */
export class CountedPage {
  readonly count: Count = { taps: 0, fields: 0, pixels: 0, waits: 0, seconds: 0 }
  readonly waited: string[] = []

  constructor(readonly page: Page) {}

  async open(path: string) {
    await this.wait(path, () => this.page.goto(path, { waitUntil: 'commit' }))
  }
  async tap(target: Locator) {
    await this.reach(target)
    this.count.taps += 1
    await target.click()
  }
  async fill(target: Locator, text: string) {
    await this.reach(target)
    this.count.fields += 1
    await target.fill(text)
  }
  /** A choice from a list: one tap to open it and one to choose. */
  async choose(target: Locator, option: string) {
    await this.reach(target)
    this.count.taps += 2
    await target.selectOption(option)
  }
  /** A file: one tap to open the list of files and one to choose. */
  async attach(target: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
    await target.waitFor({ state: 'attached' })
    this.count.taps += 2
    await target.setInputFiles(file)
  }
  async see(target: Locator) {
    await this.wait(String(target), () => target.first().waitFor())
  }

  /** Scrolls until the target is in sight. */
  private async reach(target: Locator) {
    await this.see(target)
    const scrolled = () => this.page.evaluate(() => window.scrollY)
    const before = await scrolled()
    await target.scrollIntoViewIfNeeded()
    this.count.pixels += Math.round(Math.abs((await scrolled()) - before))
  }

  async until(isTrue: () => boolean | Promise<boolean>) {
    await this.wait(String(isTrue), () => expect.poll(isTrue, { intervals: [20] }).toBe(true))
  }

  private async wait(what: string, until: () => Promise<unknown>) {
    await this.page.waitForTimeout(paceMs)
    const start = performance.now()
    await until()
    const milliseconds = performance.now() - start
    if (milliseconds < noticeable) return
    this.count.waits += 1
    this.count.seconds += milliseconds / 1000
    this.waited.push(`waited ${Math.round(milliseconds)} ms for ${what}`)
  }
}

/** A phone on a mobile network: 1.6 Mbit/s down, 0.75 up, 150 ms to the server, as Lighthouse assumes. */
export async function throttleNetwork(session: CDPSession) {
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (0.75 * 1024 * 1024) / 8,
  })
}
