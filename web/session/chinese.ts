import '../styles/cjk.css'

export { wordsByPage } from '#contract/words/zh-Hans/words-by-page.ts'
