import type { Page } from '@playwright/test'

/** Random IDs are as wide as one in a hundred thousand while `work` runs, so that it is not left to chance whether they fit. */
export async function withWideIDs<Result>(page: Page, work: () => Promise<Result>): Promise<Result> {
  const replaced = await page.evaluateHandle(widenIDs)
  const result = await work()
  await replaced.evaluate((texts) => {
    for (const { node, text, wide } of texts) if (node.nodeValue === wide) node.nodeValue = text
  })
  return result
}

/** Runs in the page. */
function widenIDs() {
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const replaced: { node: Node; text: string; wide: string }[] = []
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const text = node.nodeValue ?? ''
    const wide = text.replace(/\b[BPU]-[0-9A-Z]{8,10}\b/g, (id) => `${id[0]}-W8MWHW7MKW`.slice(0, id.length))
    if (wide === text) continue
    node.nodeValue = wide
    replaced.push({ node, text, wide })
  }
  return replaced
}
