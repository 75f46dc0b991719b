import type { Words } from '../t.ts'

/** The page of one person, and what is due for a booking. Not yet read by a native speaker. */
export const words: Words = {
  'Your booking': '您的预订',
  'Booking not found.': '找不到此项预订。',
  'Papers and payment': '文件和付款',
  'Deed of the right to the niche': '龛位使用权证书',

  'The person who booked': '预订人',
  them: '对方',
  '{0} has asked you to help': '{0}请您协助',
  'You can choose and change the day, and our letters about it go to both of you. Everything else stays with {0}.':
    '您可以选择和更改日期，有关的信会寄给双方。其他事项仍由{0}办理。',
  'Stop helping': '不再协助',
  'Stop helping?': '不再协助？',
  'Go on helping': '继续协助',
  'You no longer help with this booking.': '您不再协助此项预订。',
  'You then no longer see this booking. {0} is told, and can invite you again.':
    '此后您看不到此项预订。{0}会收到通知，并可再次邀请您。',

  'Loading what visitors see...': '正在载入访客所见的内容……',
  'This could not be loaded.': '无法载入。',
  'Our staff have withheld this person from visitors, so nobody finds them. If you have questions, please ask us.':
    '职员已将这位亲人设为不公开，访客找不到。如有疑问，请与我们联系。',
  'Your choice is saved.': '您的选择已保存。',
  'Let visitors find this person': '让访客找到这位亲人',
  'Visitors who enter the full name and the year of death then see the name, the years and the way to the niche.':
    '访客填写全名和逝世年份后，会看到姓名、年份和前往龛位的路。',
  ' More than ten years have passed since the death: everyone can find them. If you do not wish it, please tell our staff.':
    '逝世已超过十年，任何人都可以找到。如果您不希望如此，请告诉职员。',
  ' From {0}, ten years after the death, everyone can find them, unless you tell our staff that you do not wish it.':
    '逝世满十年，即自{0}起，任何人都可以找到，除非您告诉职员您不希望如此。',

  'Your family': '您的家人',
  'Loading with whom you share...': '正在载入分享对象……',
  'A link to look at': '供查看的链接',
  'Whoever has the link sees the name, the way to the niche, when we are open, the steps with their dates and the agreed day. It shows no certificates, amounts or addresses, and nobody can change anything with it.':
    '持有链接的人会看到姓名、前往龛位的路、开放时间、各步骤及其日期，以及约定的日期。链接不显示证书、金额或地址，也不能更改任何内容。',
  'Your link works until {0}. If you no longer have it, make a new one: the old one then stops working.':
    '您的链接有效至{0}。如果找不到，请建立新的链接，旧的随即失效。',
  'Make a link': '建立链接',
  'Make a new link': '建立新的链接',
  'End the link': '终止链接',
  'It works for {0} days, and you can end it at any time.': '链接有效{0}天，您可以随时终止。',
  'The link no longer works.': '链接已失效。',
  '{0}: the day, and the way to the niche.': '{0}：日期，以及前往龛位的路。',
  'Your link': '您的链接',
  'Send it to the people who may see this page. We show it only now.': '请发给可以查看此页的人。链接只显示这一次。',
  'Send it': '发送',

  'Someone to help you': '协助您的人',
  'One person can choose, change or cancel the day as you can, and gets our letters about it. Everything else stays with you: paying, cancelling the booking, refunds, the certificates, who else sees this page and whether visitors find the person.':
    '可以有一人与您一样选择、更改或取消日期，并收到有关的信。其他事项仍由您办理：付款、取消预订、退款、证书、谁可以查看此页，以及访客能否找到这位亲人。',
  'Invite someone': '邀请',
  'Invite someone to help you': '邀请协助您的人',
  'Send the invitation': '发送邀请',
  'This is your own email address.': '这是您自己的电邮地址。',
  'The invitation is on its way.': '邀请已经发出。',
  'They get a letter with a link, which works for {0} days, and sign in with an account of their own. You then see who it is and agree. Before, they see nothing.':
    '对方会收到一封附有链接的信，链接有效{0}天，并以自己的账户登录。您看到对方是谁之后再同意；在此之前，对方看不到任何内容。',
  'We have written to {0}. The invitation can be accepted until {1}.': '我们已写信给{0}。邀请可在{1}或之前接受。',
  'Withdraw the invitation': '撤回邀请',
  'Withdraw the invitation?': '撤回邀请？',
  'Withdraw it': '撤回',
  ', can choose, change or cancel the day.': '，可以选择、更改或取消日期。',
  ', has accepted. Is this the person you meant? Until {0}, you can agree; before, they see nothing.':
    '，已经接受。这是您所指的人吗？您可以在{0}或之前同意；在您同意之前，对方看不到任何内容。',
  'Yes, let them help': '是，请对方协助',
  'This person can now help you. We have written to both of you.': '对方现在可以协助您。我们已写信给双方。',
  'End this': '终止',
  'No, end it': '不是，终止',
  'End this for {0}?': '终止{0}的协助？',
  'This has ended.': '已经终止。',
  '{0} then no longer sees this booking. We write to both of you. A day that was chosen stays.':
    '此后{0}看不到此项预订。我们会写信给双方。已选的日期保持不变。',
  'The link in our letter then no longer works.': '信中的链接随即失效。',

  'Who decides': '由谁决定',
  'The right to this niche is held by': '此龛位使用权的持有人：',
  'You hold the right to this niche together:': '您们共同持有此龛位的使用权：',
  'If you do not agree with what is to happen with this niche or an urn in it, you can object.':
    '如果您不同意对此龛位或其中骨灰瓮的安排，可以提出异议。',
  'I object': '我提出异议',
  'Object to this?': '提出异议？',
  'Object?': '提出异议？',
  Object: '提出异议',
  'From now on nothing about this niche changes. Our staff will talk with you and with the others.':
    '从现在起，此龛位不会有任何变动。职员会与您和其他人商谈。',
  'Why you object': '异议的理由',
  'A sentence is enough. Our staff read it.': '一句话即可，职员会查看。',
  'Please write down what they say.': '请写下异议的内容。',
  'We have your objection. Nothing changes until it is settled.': '我们已收到您的异议。解决之前不会有任何变动。',
  'Please speak to us if a holder should be added, or if a name is wrong.':
    '如需增加持有人，或姓名有误，请与我们商谈。',
  'You have agreed. You can take that back until the urn has moved.': '您已同意。骨灰瓮移动之前，您可以收回。',
  'You have said that you do not agree.': '您已表示不同意。',
  'Nothing happens before all holders have agreed. Still missing: {0}.':
    '全体持有人同意之前不会有任何变动。尚未答复：{0}。',
  'All holders have agreed.': '全体持有人已同意。',
  'I no longer agree': '我不再同意',
  'Do you agree?': '您同意吗？',
  'You do not agree?': '您不同意吗？',
  'We have your answer.': '我们已收到您的答复。',

  'Your contacts': '您的联系人',
  'Name who succeeds you, in order, who gets our letters before the right ends, and who may collect the ashes. They decide nothing as long as you hold the right.':
    '请依次指定由谁继承您、谁在使用权到期前收到我们的信，以及谁可以领取骨灰。您持有使用权期间，他们不作任何决定。',
  'Nobody is named yet.': '尚未指定任何人。',
  'Without contacts, only the holders get our letters.': '没有联系人时，只有持有人收到我们的信。',
  'Add a contact': '增加联系人',
  Contacts: '联系人',
  'What for': '用途',
  Answer: '答复',
  'Reached by': '联络方式',
  Actions: '操作',
  Successor: '继承人',
  '{0} successor': '{0}继承人',
  'Gets notices only': '只收通知',
  'May collect the ashes': '可以领取骨灰',
  'Does not want this': '不愿意',
  'Not answered yet': '尚未答复',
  'Accepted {0}, {1}': '已于{0}接受，{1}',
  'by our link': '通过我们的链接',
  'by letter': '来信',
  'at the counter': '在服务柜台',
  Change: '更改',
  'Change {0}': '更改{0}',
  'Remove {0}?': '移除{0}？',
  'The contact is removed.': '联系人已移除。',
  'They get no more letters, and what is recorded to reach them is deleted.':
    '对方不再收到信，所记录的联络资料会被删除。',
  'The contact is changed.': '联系人已更改。',
  'The contact is added.': '联系人已增加。',
  'They get a letter that asks them to accept: by email with a link for {0} days, or by post. They decide nothing about the niche. Another name, email address or task asks them again.':
    '对方会收到一封请其接受的信：以电邮发送，附有效{0}天的链接，或以邮寄。对方不决定龛位的任何事。更改姓名、电邮或用途后会再次询问。',
  'Order among the successors': '继承人的次序',
  'Such as daughter': '例如女儿',
  Telephone: '电话',
  'Postal address': '邮寄地址',
  'Please choose a place.': '请选择次序。',
  'Please choose how they signed.': '请选择签署方式。',
  'Please enter an email address or a postal address. To collect the ashes, a telephone number is enough.':
    '请填写电邮或邮寄地址。领取骨灰者只需电话号码。',
  'Please enter the name.': '请填写姓名。',

  Anniversary: '周年',
  'If you wish, we write to you {0} days before each anniversary of the death, by the solar or the lunar calendar. You can end it at any time.':
    '如果您愿意，我们会在每个逝世周年前{0}天写信给您，按公历或农历。您可以随时终止。',
  'Remind me': '提醒我',
  'We do not remind you any more.': '我们不会再提醒您。',
  'We write to you {0} days before each anniversary of the death.': '我们会在每个逝世周年前{0}天写信给您。',
  ' The next letter is about {0}.': '下一封信关于{0}。',
  'Remind me of the anniversary': '提醒我逝世周年',
  'We will write to you before the anniversary.': '我们会在周年前写信给您。',
  'The day of the death was {0}.': '逝世日期是{0}。',
  Calendar: '历法',
  Solar: '公历',
  Lunar: '农历',
  'The next one is on {0}.': '下一个周年是{0}。',
  'The death was in a leap month': '逝世在闰月',
  'Each year in the ordinary month': '每年在平常的月份',
  'In the leap month of years that have it': '有闰月的年份在闰月',
  'In years without that day': '没有该日的年份',
  'The last day of the month': '该月最后一天',
  'The first day of the next month': '下月第一天',
  'We can only remind you of somebody whose day of death is known and whose urn is with us.':
    '只有逝世日期已知、骨灰瓮在我们这里的逝者，我们才能提醒您。',

  'What is due': '应付款项',
  'Loading what is due...': '正在载入应付款项……',
  'What is due could not be read just now.': '暂时无法读取应付款项。',
  'Nothing is due': '没有应付款项',
  'Thank you. The payment has arrived. Your bill:': '谢谢您，款项已收到。您的账单：',
  'There is nothing to pay for this booking.': '此项预订没有应付款项。',
  'Your payment has arrived': '款项已收到',
  'Thank you. The receipt is sent to you by email. Something more was charged in the meantime, and is still due.':
    '谢谢您。收据会以电邮发送给您。其间另有新增收费，尚待支付。',
  'What was due had changed before your payment arrived, so it is being returned to you.':
    '您的款项到达之前，应付款项已有更改，因此款项正在退还给您。',
  'Your bank is still confirming the payment. You can close this page; the receipt is sent to you by email.':
    '银行仍在确认付款。您可以关闭此页，收据会以电邮发送给您。',
  'What is due has changed since you opened this page. Please look at it once more.':
    '您打开此页后，应付款项已有更改，请再查看一次。',
  'A right has at most 20 contacts. Please remove one first.': '一项使用权最多有20位联系人，请先移除一位。',
  'This contact has answered since you looked at it. Please look at it again.':
    '您查看之后，此联系人已经答复，请再查看一次。',
}
