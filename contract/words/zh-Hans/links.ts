import type { Words } from '../t.ts'

/** Pages to which a letter, a paper or a shared link leads, without an account. Not yet read by a native speaker. */
export const words: Words = {
  'Verify a certificate': '核对证书',
  'Verify a placement certificate': '核对安放证书',
  'Enter the code that is printed on the certificate, next to the QR code.': '请填写证书上印在二维码旁的代码。',
  Code: '代码',
  'Loading the certificate...': '正在载入证书……',
  'This could not be verified.': '无法核对。',
  'This certificate is genuine and applies': '此证书真实有效',
  'This certificate no longer applies': '此证书已不适用',
  '{0} issued it, but the urn has been taken out of the niche since then, on {1}.':
    '此证书由{0}发出，但骨灰瓮其后已于{1}从龛位取出。',
  '{0} issued it, and its register says that the urn is in this niche. Its staff have not looked yet.':
    '此证书由{0}发出，根据其记录，骨灰瓮安放在此龛位。职员尚未查看。',
  '{0} issued it, and the urn is in this niche.': '此证书由{0}发出，骨灰瓮安放在此龛位。',
  Placed: '安放',
  Seen: '查看',
  'In our register since': '记录始于',
  'No certificate has this code': '找不到此代码的证书',
  'Please compare each character with the paper. If it is right, we did not issue this certificate; please call {0}.':
    '请逐字与纸上核对。如果无误，此证书并非由我们发出；请致电{0}。',

  'Verify a deed': '核对使用权证书',
  'Compare the number, the niche and the first letters of the names with the deed that you were shown.':
    '请与所出示的使用权证书核对编号、龛位和姓名的首字（或首字母）。',
  'Loading the deed...': '正在载入使用权证书……',
  'This deed is genuine and applies': '此使用权证书真实有效',
  'The term of this deed has ended': '此使用权证书已到期',
  'This deed no longer applies': '此使用权证书已不适用',
  '{0} issued it, and the right is living.': '此证书由{0}发出，使用权有效。',
  '{0} issued it. Its term has ended, and it still waits for what the family decides.':
    '此证书由{0}发出。期限已满，仍等待家属决定。',
  '{0} issued it, but the right was given up since then.': '此证书由{0}发出，但使用权其后已放弃。',
  Number: '编号',
  State: '状态',
  Living: '有效',
  'Ended, waiting': '已到期，等待决定',
  Surrendered: '已放弃',
  'Held by': '持有人',
  'No deed has this code': '找不到此代码的使用权证书',
  'Please scan the code again. If the answer is the same, we did not issue this deed; please call {0}.':
    '请再扫描一次。如果结果相同，此证书并非由我们发出；请致电{0}。',

  'Shared with you': '与您分享',
  'The urn is placed on': '安放骨灰瓮的日期',
  '{0}, Singapore time': '{0}（新加坡时间）',
  'Your family shares this page with you. Only they can change something.': '家属与您分享此页，只有他们可以更改内容。',
  'When you visit': '前来探望时',
  'Open in a map': '在地图中打开',
  'Picture of the halls, with a light in {0}': '厅堂图，亮灯处为{0}',
  ', and in ': '，以及',
  '{0} ({1} urns)': '{0}（{1}个骨灰瓮）',
  'Its code is {0}.': '代码是{0}。',
  Steps: '步骤',
  Now: '现在',
  'Still to come': '尚未开始',
  'Nothing was to be paid': '无需付款',
  'Papers read': '文件已核对',
  'Our staff are reading the death certificate': '职员正在核对死亡证',
  'Our staff are reading them': '职员正在核对',
  'Day chosen': '选定日期',
  'You proposed {0}': '您提议{0}',
  'At rest': '已安息',
  'According to our register': '根据我们的记录',
  'The urn is with our staff': '骨灰瓮由职员保管',

  'Your answer': '您的答复',
  'A letter about a niche has asked you something.': '一封有关龛位的信请您答复。',
  'Reading the letter...': '正在载入信件……',
  '{0}. Its niche is {1}.': '{0}。龛位是{1}。',
  'You hold the right to this niche together: {0}. Nothing happens before all of you have agreed, and you can take back what you say until the urn has moved.':
    '您们共同持有此龛位的使用权：{0}。全体同意之前不会有任何变动；骨灰瓮移动之前，您可以收回您的答复。',
  '{0}, you have agreed.': '{0}，您已同意。',
  '{0}, you have said that you do not agree.': '{0}，您已表示不同意。',
  'I agree': '我同意',
  'I do not agree': '我不同意',
  'You have agreed.': '您已同意。',
  'You do not agree, so the urn stays where it is.': '您不同意，骨灰瓮留在原处。',
  'The holder of the right': '使用权持有人',
  '{0} named {1} as a contact for niche {2}, and would like you to {3}.': '{0}指定{1}为龛位{2}的联系人，希望您{3}。',
  'succeed in the right to the niche when the time comes, and get our letters about it before it ends':
    '到时继承龛位的使用权，并在到期前收到我们的信',
  'get our letters about the right to the niche before it ends': '在龛位使用权到期前收到我们的信',
  'be one of those who may collect the ashes': '成为可以领取骨灰的人之一',
  'A contact decides nothing about the niche and owes nothing. If you accept, you can end it at any time: please tell us.':
    '联系人不决定龛位的任何事，也不承担任何费用。接受之后可以随时终止，请告诉我们。',
  'I do not want this': '我不接受',
  'You are a contact now. You need not do anything else.': '您已成为联系人，无需再做任何事。',
  'You are not a contact. We have deleted your addresses, and whoever named you sees your answer.':
    '您不会成为联系人。我们已删除您的联络资料，指定您的人会看到您的答复。',
  'This link has ended: it was answered, replaced by a newer one, or is older than 30 days. Please call us if you have a question.':
    '此链接已失效：已经答复、已由新的链接取代，或超过30天。如有疑问，请致电我们。',

  'End a reminder': '终止提醒',
  'You asked us to remind you of an anniversary.': '您曾请我们提醒您一个周年。',
  'The reminder has ended': '提醒已终止',
  'We do not write to you about this anniversary any more.': '我们不会再为此周年写信给您。',
  'We then do not write to you about this anniversary any more. You can ask for it again in My Bookings.':
    '此后我们不会再为此周年写信给您。您可以在“我的预订”再次要求提醒。',
  'End the reminder': '终止提醒',
  '{0}, by the lunar calendar': '{0}（按农历）',
  'This reminder has ended already, or a newer letter has another link.': '此提醒已经终止，或新的信件有另一链接。',
}
