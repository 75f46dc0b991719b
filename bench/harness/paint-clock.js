/** Runs in the page. The clock starts with the text of a block's answer, and stops after the frame that shows its niches. */
window.paintClock = {}

const afterPaint = (work) => requestAnimationFrame(() => setTimeout(work))
const stopAfterPaint = (name, since) =>
  afterPaint(() => {
    window.paintClock[name] = performance.now() - since
  })

let since
const text = Response.prototype.text
Response.prototype.text = async function () {
  const answer = await text.call(this)
  if (this.url.includes('/api/niche/niches/')) since = performance.now()
  return answer
}

let seen = 0
new MutationObserver(() => {
  const before = seen
  seen = document.querySelectorAll('[role=gridcell]').length
  if (before === 0 && seen > 0) stopAfterPaint('inSight', since)
  if (before < 2000 && seen === 2000) stopAfterPaint('whole', since)
}).observe(document, { childList: true, subtree: true })

/** A table of the same size and nothing else, as fast as a browser can be given one. */
window.drawBareTable = (words, columns) => {
  const since = performance.now()
  const cells = words.map((word) => `<td>${word}</td>`)
  let rows = ''
  for (let at = 0; at < cells.length; at += columns) rows += `<tr>${cells.slice(at, at + columns).join('')}</tr>`
  document.body.innerHTML = `<table>${rows}</table>`
  stopAfterPaint('bare', since)
}
