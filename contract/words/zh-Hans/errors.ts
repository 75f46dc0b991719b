import type { Words } from '../t.ts'

/** Sentences of rules and calls. They arrive as English and are looked up when they are shown. Not yet read by a native speaker. */
export const words: Words = {
  'Columba cannot be reached. Please check your connection and try again.': '暂时无法连接。请检查网络后再试一次。',
  'If that does not help, reload the page.': '如果仍然不行，请重新载入页面。',
  'Something went wrong. Please try again.': '出了点问题，请再试一次。',
  'This is required.': '此项必须填写。',
  'This is not valid.': '此项填写有误。',
  'Please check what you entered.': '请检查您填写的内容。',
  'We could not find that.': '我们找不到您要的内容。',
  'Please enter the full name.': '请填写全名。',
  'Please enter the year of death, such as 2019.': '请填写逝世年份，例如2019。',
  'Please enter an amount.': '请填写金额。',
  'Too many attempts. Please wait a little and try again.': '尝试次数过多。请稍候再试。',
  'Your earlier searches, or others from your network, are still running. Please wait a moment and search again.':
    '您先前的查询，或同一网络上的其他查询仍在进行。请稍候再查询。',
  'Something went wrong on our side. Nothing was changed.': '系统出了问题，没有任何更改。',
  'This search took too long. Please search a smaller part, or try again in a moment.':
    '查询时间过长。请缩小范围，或稍后再试。',
  'Many people are searching at the moment. Please search again in a few seconds.':
    '目前查询的人很多。请过几秒再查询。',
  'Many people are looking at the halls at the moment. Please try again in a few seconds.':
    '目前浏览的人很多。请过几秒再试。',
  'Columba is not available at the moment. Please try again shortly.': '系统暂时无法使用，请稍后再试。',
}
