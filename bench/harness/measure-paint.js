/** Runs in the page. Measures from the arrival of a block's data to the frame that shows its niches. */
window.paintTimes = {}

const afterPaint = (work) => requestAnimationFrame(() => setTimeout(work))
const recordAfterPaint = (name, start) =>
  afterPaint(() => {
    window.paintTimes[name] = performance.now() - start
  })

let dataArrivedAt
const text = Response.prototype.text
Response.prototype.text = async function () {
  const body = await text.call(this)
  if (this.url.includes('/api/niche/niches/')) dataArrivedAt = performance.now()
  return body
}

let cellCount = 0
new MutationObserver(() => {
  const before = cellCount
  cellCount = document.querySelectorAll('[role=gridcell]').length
  if (before === 0 && cellCount > 0) recordAfterPaint('inSight', dataArrivedAt)
  if (before < 2000 && cellCount === 2000) recordAfterPaint('whole', dataArrivedAt)
}).observe(document, { childList: true, subtree: true })

/** The baseline: a plain table of the same size, drawn as fast as the browser can. */
window.drawPlainTable = (words, columns) => {
  const start = performance.now()
  const cells = words.map((word) => `<td>${word}</td>`)
  let rows = ''
  for (let at = 0; at < cells.length; at += columns) rows += `<tr>${cells.slice(at, at + columns).join('')}</tr>`
  document.body.innerHTML = `<table>${rows}</table>`
  recordAfterPaint('bare', start)
}
