import type { Page } from '@playwright/test'

/** Random IDs are as wide as one in a hundred thousand while `work` runs, so that it is not left to chance whether they fit. */
export async function withWideIDs<Result>(page: Page, work: () => Promise<Result>): Promise<Result> {
  const replaced = await page.evaluateHandle(widenIDs)
  const result = await work()
  await replaced.evaluate((texts) => {
    for (const { node, id, wide } of texts) if (node.nodeValue === wide) node.nodeValue = id
  })
  return result
}

/** Runs in the page. */
function widenIDs() {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const replaced: { node: Node; id: string; wide: string }[] = []
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const id = node.nodeValue ?? ''
    const wide = id.replace(/\b[BPU]-[0-9A-Z]{8,10}\b/g, (each) => `${each[0]}-W8MWHW7MKW`.slice(0, each.length))
    if (wide === id) continue
    node.nodeValue = wide
    replaced.push({ node, id, wide })
  }
  return replaced
}
