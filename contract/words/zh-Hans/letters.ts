import type { Words } from '../t.ts'

/** What only letters about bookings, urns, money and rights say. Not yet read by a native speaker. */
export const words: Words = {
  'Dear {0},': '{0}，您好：',
  'Dear {0}, for whom {1} acts,': '{0}（监护人：{1}），您好：',
  'Hello,': '您好：',
  'With care,': '谨致问候',
  'Need help? Call {0} ({1}) or write to {2}.': '需要协助？请致电{0}（{1}），或电邮至{2}。',
  'Questions and answers: {0}': '常见问题：{0}',
  'niche {0}': '龛位{0}',
  'a place in niche {0}': '龛位{0}中的一个位置',
  'A place in niche {0}': '龛位{0}中的一个位置',
  'booking {0}': '预订{0}',
  'charges of booking {0}': '预订{0}的其他费用',
  'the person of booking {0}': '预订{0}的使用者',
  'See the booking': '查看预订',
  Person: '姓名',
  Charges: '其他费用',
  'Ends on': '到期日',

  'We have received your request for booking {0}': '我们已收到您就预订{0}提出的申请',
  'We are sorry for your loss. The request to place the urn of {0} has reached us.':
    '谨向您和家人致以深切的慰问。我们已收到安放{0}骨灰瓮的申请。',
  'We need another certificate for booking {0}': '预订{0}还需要另一份证书',
  'We have looked at your booking and need a better copy of a certificate before we can go on.':
    '我们已审阅您的预订，需要一份更清晰的证书副本才能继续办理。',
  'About your urn placement request for booking {0}': '关于您就预订{0}提出的骨灰瓮安放申请',
  'We are sorry that we could not approve your request for urn placement.': '很抱歉，我们未能批准您的骨灰瓮安放申请。',
  'About your booking {0}': '关于您的预订{0}',
  'We are sorry that we could not approve your booking.': '很抱歉，我们未能批准您的预订。',
  'Your pre-order {0} has ended': '您的预购{0}已结束',
  'Your pre-order of niche {0} has ended.': '您对龛位{0}的预购已结束。',
  'Charges of booking {0} were billed to somebody else': '预订{0}的其他费用已向他人开出账单',
  'Our staff have billed what is listed below to {0}. You need not pay it, unless we write to you again.':
    '职员已就下列费用向{0}开出账单。除非我们再次致函，您无需支付。',
  'If you do not know of this, please call us or come to our counter.': '如果您不知情，请致电或到服务柜台。',
  'Your booking {0} has ended': '您的预订{0}已结束',
  'Our staff have closed your booking of {0} for {1}. It is no longer kept for you, and can be given to somebody else.':
    '您为{1}所作的预订（{0}）已由职员结束。该位置不再为您保留，可以由他人预订。',
  'Your booking {0} was cancelled': '您的预订{0}已取消',
  'Our staff have cancelled your booking of {0} for {1}, which was not paid.':
    '您为{1}预订的{0}尚未付款，职员已将其取消。',
  'We have reopened your booking {0}': '我们已重新处理您的预订{0}',
  'Our staff have taken back the last decision on your booking of {0} for {1}.':
    '职员已撤回对您为{1}预订的{0}所作的上一项决定。',
  'If you did not expect this, please call us or come to our counter at once.':
    '如果您对此并不知情，请立即致电或到服务柜台。',
  'The time to pay for booking {0} has passed': '预订{0}的付款时间已过',
  'We kept {0} for you, but the payment did not reach us in time.': '我们曾为您保留{0}，但未能及时收到付款。',
  'Urn placement approved for booking {0}': '预订{0}的骨灰瓮安放已获批准',
  'The urn of {0} may now be placed in niche {1}.': '{0}的骨灰瓮现在可以安放到龛位{1}。',
  'Your booking {0} is approved': '您的预订{0}已获批准',
  'Your booking of {0} for {1} has been approved.': '您为{1}预订的{0}已获批准。',
  'Your pre-order {0} is confirmed': '您的预购{0}已确认',
  '{0} is now reserved for {1}.': '{0}现已为{1}预留。',
  'We still need a certificate for booking {0}': '预订{0}仍需要一份证书',
  'A week ago we asked you for a better copy of a certificate.': '一周前，我们请您提供一份更清晰的证书副本。',
  'If you cannot get it, please call us or come to our counter. We are glad to help.':
    '如果您无法取得，请致电或到服务柜台，我们乐意协助。',
  'Booking {0} was made for an account with another address': '预订{0}属于另一电邮的账户',
  'At our counter, this address was given for booking {0}. Name, contact number and NRIC are those of an account with the address {1}, so the booking can be seen and managed with that account.':
    '在服务柜台办理预订{0}时留下了此电邮。姓名、联络电话和身份证号码（NRIC）与电邮为{1}的账户相同，因此可以用该账户查看和管理此项预订。',
  'If that account is not yours, please call us before you pay or send us documents.':
    '如果该账户不是您的，请在付款或交来文件之前致电我们。',
  'Booking {0} now belongs to an account': '预订{0}现已归入一个账户',
  'Our register has this address for booking {0}. At our counter, {1} has shown papers, and the booking can now be seen and managed with the account of {2}.':
    '我们的登记册中，此电邮属于预订{0}。{1}已在服务柜台出示文件，现在可以用{2}的账户查看和管理此项预订。',
  'If you do not know of this, please call us: our staff can take it back.': '如果您不知情，请致电我们，职员可以撤回。',
  'We no longer write to this address about booking {0}': '有关预订{0}的信函不再寄到此电邮',
  'Our old register had this address for booking {0}. Our staff have corrected it, and what we write about the booking goes elsewhere from now on.':
    '我们的旧登记册中，此电邮属于预订{0}。职员已作更正，今后有关此项预订的信函将寄往别处。',
  'If you hold this niche and did not ask for that, please call us or come to our counter.':
    '如果您是此龛位的持有人，而且没有要求更改，请致电或到服务柜台。',
  'Booking {0} no longer belongs to your account': '预订{0}不再属于您的账户',
  'Booking {0} is from our old register. Our staff have taken it back from your account, because it had been linked by mistake.':
    '预订{0}来自我们的旧登记册。因为误归入您的账户，职员已将其撤回。',
  'If you think that it is yours, please call us or come to our counter with your papers.':
    '如果您认为此项预订属于您，请致电，或携带文件到服务柜台。',
  'Your code for booking {0}': '预订{0}的代码',
  'Somebody at our counter asks us to link booking {0} from our old register to your account. If that is you, please read this code to our staff.':
    '有人在服务柜台要求将旧登记册中的预订{0}归入您的账户。如果是您本人，请将此代码读给职员。',
  'The code works once, within {0} minutes.': '代码只能使用一次，{0}分钟内有效。',
  'If you are not at our counter, please tell nobody the code, and call us.':
    '如果您不在服务柜台，请勿将代码告诉任何人，并致电我们。',

  'Tomorrow: placement of the urn of {0}': '明天：安放{0}的骨灰瓮',
  'We expect you tomorrow, {0}.': '我们明天恭候您：{0}。',
  'We have not answered you: placement of the urn of {0}': '我们尚未答复您：安放{0}的骨灰瓮',
  'You proposed {0} for the placement of the urn of {1}. We did not answer in time, and we are sorry.':
    '您提议于{0}安放{1}的骨灰瓮。我们未能及时答复，非常抱歉。',
  'Please do not come at that time, but choose or propose another one. Our staff have been told, too, and may offer you one.':
    '请不要在该时间前来，请另选或另提一个时间。我们也已通知职员，他们可能会为您安排时间。',
  'Moved: placement of the urn of {0}': '已改期：安放{0}的骨灰瓮',
  'The placement of the urn of {0} is now on {1}.': '{0}的骨灰瓮安放时间现为{1}。',
  'Before, it was on {0}.': '原定时间为{0}。',
  'The attached file updates the appointment in your calendar.': '附件可更新您日历中的预约。',
  'Cancelled: placement of the urn of {0}': '已取消：安放{0}的骨灰瓮',
  'The time that was proposed, {0}, is no longer planned.': '原先提议的时间{0}已不再安排。',
  'The appointment on {0} has been cancelled.': '{0}的预约已取消。',
  'The reason: {0}': '原因（原文）：{0}',
  'The reason': '原因（原文）',
  'Our staff are checking the booking again.': '职员正在重新核对此项预订。',
  'The booking has ended.': '此项预订已结束。',
  'As long as your booking stands, you can choose another day whenever you are ready.':
    '只要预订仍然有效，您可以随时另选日期。',
  'Confirmed: placement of the urn of {0}': '已确认：安放{0}的骨灰瓮',
  'We expect you on {0}.': '我们于{0}恭候您。',
  'The attached file adds the appointment to your calendar.': '附件可将预约加入您的日历。',
  'How to get there: {0}': '前往方式：{0}',
  '{0} to {1}, Singapore time': '{0}至{1}（新加坡时间）',

  'Receipt for {0}': '{0}的收据',
  'Thank you. We have received your payment. Please keep this receipt.': '谢谢您。我们已收到您的付款，请保存此收据。',
  'The fee for this booking has been waived. Nothing is owed.': '此项预订免付款，没有应付款项。',
  'We received this payment, and it is now being returned to you.': '我们已收到此笔付款，现正退还给您。',
  'We received this payment and have since returned it to you.': '我们已收到此笔付款，其后已退还给您。',
  'See my payments': '查看我的付款',
  'See the receipt': '查看收据',
  'Your refund for {0}': '{0}的退款',
  'We have returned {0} to your card. Your bank may take 5 to 10 days to show it.':
    '我们已将{0}退回您的银行卡。银行可能需要5至10天才会显示。',
  'We have returned {0} to you.': '我们已将{0}退还给您。',
  'It could not go back to your card, so our staff have returned it to you in another way.':
    '款项无法退回您的银行卡，职员已用其他方式退还给您。',
  'Your payment for {0} is being returned': '{0}的付款正在退还',
  'Your payment of {0} reached us {1}, so it could not be used. We are sorry.':
    '您的付款{0}在{1}才到达，因此无法使用。非常抱歉。',
  'after this booking had ended': '此项预订结束之后',
  'after these charges had been paid, billed to somebody else or waived': '这些费用已付清、改由他人支付或免付款之后',
  'We are returning the whole amount to your card. We will write again once that is done.':
    '我们正将全部款项退回您的银行卡，完成后会再写信通知您。',
  'A second payment for booking {0} has been returned': '预订{0}的重复付款已退还',
  'This booking was already paid when another card payment came in. {0}':
    '此项预订已付款，其后又收到一笔银行卡付款。{0}',
  'This booking was already paid when another card payment came in. We have returned that payment to your card; your bank may take 5 to 10 days to show it.':
    '此项预订已付款，其后又收到一笔银行卡付款。我们已将该笔付款退回您的银行卡，银行可能需要5至10天才会显示。',
  'Your booking is not affected.': '您的预订不受影响。',
  'What is due for booking {0}': '预订{0}的应付款项',
  'This is due for the booking below, besides its niche. You can pay it in My Bookings or at our counter.':
    '除龛位以外，以下预订还有应付款项。您可以在“我的预订”或服务柜台付款。',
  'See and pay it': '查看并付款',
  'If you have paid in the meantime, or have a question, please tell us. Nothing that you have booked waits for this payment.':
    '如果您已付款或有疑问，请告诉我们。您预订的一切都不会因此笔付款而延后。',

  'A member of your family': '您的一位家人',
  'The person you invited': '您邀请的人',
  'The second person': '第二位家属',
  'the person who booked': '预订人',
  'See the page': '查看页面',
  'This means: seeing where the niche is and how far everything is, choosing, changing or cancelling the day on which the urn is placed, and reading our letters about it. Everything else stays with the person who booked.':
    '这表示可以查看龛位的位置和办理进度，选择、更改或取消安放骨灰瓮的日期，并阅读相关信函。其他一切仍由预订人决定。',
  '{0} asks you to help with the niche of {1}': '{0}请您协助照料{1}的龛位',
  '{0} would like to look after the niche of {1} together with you.': '{0}希望与您一同照料{1}的龛位。',
  'Please log in or create an account, and accept. The person who invited you then agrees, and we write to you.':
    '请登录或注册账户，然后接受邀请。邀请人同意后，我们会写信通知您。',
  'See the invitation': '查看邀请',
  'The link works for {0} days. If you do not know who invited you, you need not do anything.':
    '链接{0}天内有效。如果您不知道是谁邀请您，无需做任何事。',
  '{0} has accepted your invitation': '{0}已接受您的邀请',
  '{0} would like to help with the niche of {1}. Please look at the name and the email address, and agree if this is the person you meant.':
    '{0}愿意协助照料{1}的龛位。请核对姓名和电邮，如果正是您邀请的人，请表示同意。',
  'Look and agree': '核对并同意',
  'Until you agree, nobody sees anything. The invitation ends {0} days after it was sent.':
    '在您同意之前，没有人能看到任何内容。邀请在发出{0}天后失效。',
  'You can now help with the niche of {0}': '您现在可以协助照料{0}的龛位',
  '{0} has agreed. You find {1} in My Bookings.': '{0}已同意。您可以在“我的预订”中找到{1}。',
  '{0} can now help with the niche of {1}': '{0}现在可以协助照料{1}的龛位',
  'You have agreed to this.': '您已表示同意。',
  'You can end it at any time on the page of this person.': '您可以随时在这位亲人的页面上结束。',
  'If this was not you, please end it, change your password and call us.':
    '如果不是您本人，请结束此项协助、更改密码，并致电我们。',
  'You no longer see the niche of {0} in My Bookings, and our letters about it go to {1} alone.':
    '您在“我的预订”中不再看到{0}的龛位，相关信函只会寄给{1}。',
  '{0} no longer sees the niche of {1}, and cannot choose its day any more.':
    '{0}不再看到{1}的龛位，也不能再选择日期。',
  'Helping with the niche of {0} has ended': '协助照料{0}的龛位已结束',
  'The anniversary of {0} is on {1}': '{0}的逝世周年是{1}',
  'You asked us to remind you of this day, thirty days before.': '您请我们在此日之前三十天提醒您。',
  'End this reminder': '结束此项提醒',
  'You need not do anything. You can also end the reminder, or choose another calendar, on the page of this person in My Bookings.':
    '您无需做任何事。您也可以在“我的预订”中这位亲人的页面上结束提醒，或改用另一种历法。',

  'Somebody asks for the urn of booking {0}': '有人要求领回预订{0}的骨灰瓮',
  'Somebody has asked us to release the urn of {0} from niche {1}, and says that the documents are lost.':
    '有人要求我们从龛位{1}交还{0}的骨灰瓮，并表示文件已遗失。',
  'We release no urn without documents until {0} days have passed. If you did not ask for it, or do not agree, please call us or come to our counter before {1}.':
    '没有文件时，我们在{0}天内不会交还骨灰瓮。如果不是您要求的，或您不同意，请在{1}之前致电或到服务柜台。',
  'The documents of booking {0} are no longer reported lost': '预订{0}的文件不再报为遗失',
  'Two of our staff have withdrawn the report that the documents for the urn of {0} in niche {1} are lost.':
    '我们的两位职员已撤回关于龛位{1}中{0}骨灰瓮文件遗失的记录。',
  'The urn can be released again to somebody who shows these documents. If they are reported lost once more, we write to you, and the {0} days begin anew. If you do not agree, please call us or come to our counter.':
    '骨灰瓮可以再次交给出示这些文件的人。如果文件再次报失，我们会写信通知您，{0}天的期限重新计算。如果您不同意，请致电或到服务柜台。',
  'If you did not expect this, please call us at once or come to our counter.':
    '如果这不在您的预料之中，请立即致电或到服务柜台。',
  'The urn of {0} has been placed': '{0}的骨灰瓮已安放',
  'The urn of {0} rests in its niche now. Thank you for your trust.': '{0}的骨灰瓮现已安放在龛位中。感谢您的信任。',
  'See the placement certificate': '查看安放证书',
  'The urn of {0} has been taken out of its niche': '{0}的骨灰瓮已从龛位取出',
  'Two members of our staff have taken out the urn of {0}. It is with us.':
    '我们的两位职员已取出{0}的骨灰瓮，现由我们保管。',
  'The urn of {0} has been released': '{0}的骨灰瓮已交还',
  'Two members of our staff have checked the papers and handed the urn of {0} to {1}.':
    '我们的两位职员已核对文件，并将{0}的骨灰瓮交给{1}。',
  somebody: '一位人士',
  Somebody: '一位人士',
  'an organisation': '一家机构',
  'The urn of {0} is not in its niche': '{0}的骨灰瓮不在龛位中',
  'Our old register says that the urn of {0} rests in this niche. Two members of our staff have looked, and it is not there.':
    '根据我们的旧登记册，{0}的骨灰瓮安放在此龛位。两位职员已查看，骨灰瓮不在其中。',
  'Please call us or come to our counter, and tell us what you know of it.':
    '请致电或到服务柜台，告诉我们您所知道的情况。',

  'The right to niche {0} ends on {1}': '龛位{0}的使用权将于{1}到期',
  'We write to you in good time: the right to the niche below ends on {0}, in {1}.':
    '我们提早通知您：以下龛位的使用权将在{1}后，于{0}到期。',
  'a month': '一个月',
  '{0} months': '{0}个月',
  'You can extend it until {0}, in My Bookings or at our counter.': '您可以在“我的预订”或服务柜台延长至{0}。',
  'You can extend it until {0}, at our counter.': '您可以在服务柜台延长至{0}。',
  'Please talk to us about what you would like to happen then.': '到期后您希望如何处理，请与我们商谈。',
  'If we hear nothing from you, nothing is moved and nothing is given to anybody else. The right then waits, and you can still talk to us.':
    '如果没有收到您的消息，我们不会移动任何东西，也不会把龛位交给他人。使用权会继续保留，您仍可与我们商谈。',
  'See it in My Bookings': '在“我的预订”中查看',
  'Somebody asks for the right to niche {0}': '有人申请龛位{0}的使用权',
  'The right to niche {0}: {1}': '龛位{0}的使用权：{1}',
  'If you agree, you need do nothing. If you object, please tell us by {0}, {1}.':
    '如果您同意，无需做任何事。如果有异议，请于{0}或之前{1}告诉我们。',
  'The right passes on only once every holder has agreed, at our counter or by letter. If you object, please tell us by {0}, {1}.':
    '所有持有人须在服务柜台或以书信表示同意，使用权才会转交。如果有异议，请于{0}或之前{1}告诉我们。',
  'We were told that {0} has died. {1} asks to follow as holder of the right.':
    '我们获知{0}已过世。{1}申请继任使用权的持有人。',
  'If that is so, we are sorry for your loss, and you need do nothing. If it is not so, please tell us by {0}, {1}.':
    '如果属实，我们谨致以深切的慰问，您无需做任何事。如果并非如此，请于{0}或之前{1}告诉我们。',
  'in My Bookings or at our counter': '在“我的预订”或服务柜台',
  'at our counter or by phone or letter': '在服务柜台、来电或写信',
  'Our reason: {0}': '理由（原文）：{0}',
  'You get this letter because you have agreed to be a contact of this right.':
    '您收到此信，因为您已同意担任此项使用权的联系人。',
  'Nothing changes before two members of our staff have decided, and nothing at all while an objection is open.':
    '在两位职员作出决定之前，一切不变；只要仍有异议，也不会有任何变动。',
  'it has passed on': '已转移',
  'it stays as it is': '维持不变',
  '{0} is a holder of the right to this niche now.': '{0}现在是此龛位使用权的持有人。',
  'We have decided that the right stays with its holders. {0} had asked for it.':
    '我们已决定使用权仍归原持有人。{0}曾提出申请。',
  'What {0} had asked for was withdrawn, so the right stays with its holders.':
    '{0}的申请已撤回，因此使用权仍归原持有人。',
  'Do you agree that an urn leaves niche {0}?': '您同意骨灰瓮离开龛位{0}吗？',
  '{0}. You hold the right to the niche with others, so nothing happens before all of you have agreed.':
    '{0}。您与他人共同持有此龛位的使用权，因此在所有持有人同意之前，不会有任何变动。',
  'Read and answer': '阅读并答复',
  'With the same link you can take back what you have said, until the urn has moved.':
    '在骨灰瓮移动之前，您可以用同一链接收回您的答复。',
  'If you do not agree, please tell us. If we hear nothing from you, the urn stays where it is.':
    '如果您不同意，请告诉我们。如果没有收到您的消息，骨灰瓮会留在原处。',
  'What was recorded in your name about right {0}': '以您的名义就使用权{0}作出的记录',
  'You object: {0}\n\nUntil that is settled, nothing about this right moves.':
    '您提出异议：{0}\n\n解决之前，此项使用权不会有任何变动。',
  'You want to talk with us about the niche. Until we have, its urns stay where they are.':
    '您希望与我们商谈此龛位。商谈之前，骨灰瓮会留在原处。',
  'If this was not you, please call us or come to our counter at once, and change your password.':
    '如果这不是您本人所为，请立即致电或到服务柜台，并更改密码。',
  'Placement of the urn of {0}': '安放{0}的骨灰瓮',
  'To change or cancel: {0}': '更改或取消：{0}',
}
