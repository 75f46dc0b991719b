import { existsSync, readFileSync } from 'node:fs'

/** Loaded before a server: its clock is ahead by the milliseconds that are in a file, which a proof may write at any time. */
const RealDate = Date
let ahead = 0
setInterval(() => {
  ahead = existsSync(process.env.CLOCK_FILE ?? '') ? Number(readFileSync(process.env.CLOCK_FILE, 'utf8')) : 0
}, 100).unref()

globalThis.Date = class ShiftedDate extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + ahead)
    else super(...given)
  }
  static now() {
    return RealDate.now() + ahead
  }
}
