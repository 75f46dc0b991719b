/** The first match counts: Edge also names Chrome, and all of them name Safari. */
const browsers = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|OPiOS|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const systems = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh| OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

/** Browser and system in words, such as `Firefox on Windows`. Anybody can send any user agent: it is a hint for its owner, not a proof. */
export function deviceName(userAgent = ''): string {
  const nameOf = (names: typeof browsers | typeof systems) => names.find(([sign]) => sign.test(userAgent))?.[1]
  const system = nameOf(systems)
  return [nameOf(browsers) ?? 'Unknown browser', system && `on ${system}`].filter(Boolean).join(' ')
}
