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
  'Please choose one of these: {0}.': '请从以下选项中选择：{0}。',
  'At most {0} characters': '最多{0}个字符',
  'This ID is not valid.': '此编号不正确。',
  'That is not a booking ID.': '这不是预订编号。',
  'That is not a payment ID.': '这不是付款编号。',
  'Please give a reason.': '请说明原因。',
  'Please enter a name.': '请填写名称。',
  'The request could not be read.': '无法读取您提交的内容。',
  'Please log in.': '请登录。',
  'Please enter a code of your authenticator app again. This needs a more recent one.':
    '请再次输入验证码应用程序上的验证码。此步骤需要新的验证码。',
  'Your account does not have permission to do this.': '您的账户没有权限办理此事。',
  'This request came from another site and was refused.': '此请求来自其他网站，已被拒绝。',
  'A link on another site asked for this file, so it was not sent. Please open Columba yourself and download it there.':
    '此文件由其他网站的链接索取，所以没有发出。请自行打开Columba下载。',
  'That is too large to send.': '文件过大，无法发送。',
  'The request has too many or too long headers.': '浏览器发送的资料过多。请清除此网站的Cookie后再试一次。',
  'The request did not arrive in time. Please try again.': '提交的内容没有及时送达。请再试一次。',
  'This content type is not supported here.': '这里不支持这种内容类型。',
  'You have too many live maps open. Please close one, or try again in a little while.':
    '您打开的平面图过多。请关闭一个，或稍后再试。',
  'You have too many live pages open. Please close one, or try again in a little while.':
    '您打开的页面过多。请关闭一个，或稍后再试。',
  'The request was given up before it was answered.': '请求在得到回应前已中断。',
  'This server cannot serve at the moment. Its log says why.': '系统目前无法使用，请稍后再试。',
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
