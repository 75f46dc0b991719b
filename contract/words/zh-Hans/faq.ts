import type { Words } from '../t.ts'

/** Not yet read by a native speaker. */
export const words: Words = {
  'What families ask us most. If yours is not here, please ask; no question is too small.':
    '这里是家属最常问的问题。如果没有您想问的，请尽管提出，再小的问题也欢迎。',
  Niches: '龛位',
  'What is a niche, and how much room is in it?': '龛位是什么？里面有多大？',
  'A niche is a small closed space in a wall, for one urn unless its price says for how many. If you would like two people to rest together, please choose one with room for both, or two niches side by side; the map can find those for you.':
    '龛位是墙上一个封闭的小空间，除非价格旁注明可安放几位，否则安放一个骨灰瓮。如果希望两位亲人安放在一起，请选择可安放两位的龛位，或两个相邻的龛位；平面图可以替您找出来。',
  'Why do some niches cost more than others?': '为什么有些龛位比较贵？',
  'The price depends on the hall, the level and the row. Rows at eye level cost a little more because they are asked for most; the highest and lowest rows cost less. The price of each niche is shown when you choose it.':
    '价格视厅、楼层和所在的横排而定。与视线齐平的各排最多人选，所以稍贵；最高和最低的各排较便宜。选中龛位时，会显示它的价格。',
  'How do I read a niche’s number?': '龛位的号码怎么看？',
  'On the map a niche is called by its column and its row: 3-5 is in column 3 and row 5. The map shows the numbers, because some walls are numbered from the right or from the bottom. Each niche also has a full code, which is what you will find on your letters.':
    '平面图上的龛位以竖列和横排来称呼：3-5就是第3竖列第5横排。有些墙面从右边或从下面开始编号，所以图上会标出号码。每个龛位还有完整的编号，您会在我们的信件上看到。',
  'What do the patterns on the map mean?': '平面图上的图样代表什么？',
  'An empty arch is free. A striped one is being booked by another family, a bookmark means it has been reserved for the future, and an urn means that someone rests there. The legend beside the map shows them all.':
    '空的拱形表示可以选择；条纹表示另一家人正在办理预订；书签表示已为将来预留；骨灰瓮表示已有人安息其中。平面图旁的图例列出了全部图样。',
  'What is the difference between a current booking and a pre-order?': '即用预订和预购有什么分别？',
  'A current booking is for someone who has died and whose urn will be placed soon. A pre-order keeps a niche for the future, for yourself or for someone you love. You can book two places now and need them many years later.':
    '即用预订是为已故亲人办理，骨灰瓮不久便会安放。预购则是为将来保留龛位，可以为自己，也可以为所爱的人。您可以现在先订下两个位置，多年以后才用到。',
  'Which documents do I need?': '需要准备哪些文件？',
  'For every booking, the birth certificate of the person it is for, or a document that stands for it.':
    '每项预订都需要使用者的出生证，或可代替出生证的文件。',
  'For a current booking, also the death certificate. Since May 2022 it is issued digitally and can be downloaded from My Legacy.':
    '即用预订还需要死亡证。自2022年5月起，死亡证以电子形式签发，可从My Legacy网站下载。',
  'PDF, PNG or JPG, at most 5 MB each. A clear photograph taken with a phone is enough.':
    'PDF、PNG或JPG格式，每份不超过5MB。用手机拍一张清楚的照片就可以了。',
  'How long do you keep a niche for me while I decide?': '我考虑的时候，龛位会保留多久？',
  'It is held from the moment you send the form until you have paid. The time that is left is shown beside it. If it runs out, the niche is free again for others, and you can choose again.':
    '从您提交表格起，直到您付款为止，龛位都为您保留，旁边会显示剩余时间。时间过后，龛位会重新开放给其他人，您也可以再选。',
  'What happens after I have booked?': '预订之后会怎样？',
  'We check your documents, usually within one working day, and write to you. You can see how far it is under My Bookings at any time.':
    '我们会核对您的文件，通常在一个工作日内完成，然后写信通知您。您随时可以在“我的预订”查看进度。',
  'Can someone at the counter do this for me?': '可以由服务柜台替我办理吗？',
  'Yes. Bring your NRIC and the documents, and our staff will book with you. We then send you an email, so that you can set up your account and follow your booking.':
    '可以。请带身份证（NRIC）和所需文件，职员会陪您一起预订。之后我们会寄电邮给您，让您开设账户、查看预订进度。',
  'Urn placement': '骨灰瓮安放',
  'I pre-ordered a niche. What do I do when the time comes?': '我预购了龛位。到了需要的时候该怎么办？',
  'Open the booking under My Bookings and choose Request Urn Placement. We ask for the date of death, the certificate and the words for the plate. If the placement costs something, the form says how much before you send it.':
    '请在“我的预订”打开该项预订，选择“申请安放骨灰瓮”。我们需要逝世日期、死亡证，以及碑牌上的文字。如果安放需要收费，提交表格前会写明金额。',
  'When can the urn be placed?': '什么时候可以安放骨灰瓮？',
  'After the cremation, once we have approved your request. We then agree on a day and an hour with you. You may bring a priest, monk or anyone you wish, and stay as long as you need.':
    '火化之后，并经我们批准申请，就可以安放。我们会与您约定日期和时间。您可以请神父、牧师、法师或任何您希望的人同来，想停留多久都可以。',
  'What may the inscription say?': '碑文可以写什么？',
  'A name, the dates and up to 500 characters of your own, in any language. If you are unsure, leave it empty; it can be decided later.':
    '姓名、生卒日期，以及最多500字的内容，任何语言都可以。如果还没想好，可以先留空，以后再决定。',
  'How can I pay?': '可以怎样付款？',
  'By credit or debit card here, or by card, cash or cheque at the counter. All prices are in Singapore dollars. If anything costs something besides the niche, such as an engraving, you find it with its price under {0}.':
    '在这里可用信用卡或借记卡付款；在服务柜台可用银行卡、现金或支票。所有价格均以新元计算。龛位以外若有收费项目，例如刻字，可在“{0}”中查到价格。',
  'Will I get my money back if my application is not approved?': '如果申请没有批准，款项会退还吗？',
  'Yes, all of it. A card payment goes back to the same card; what was paid in cash or by cheque is returned at the counter. We write to you when it is done.':
    '会全数退还。以银行卡支付的款项退回同一张卡；以现金或支票支付的，在服务柜台退还。办妥后我们会写信通知您。',
  'Your account': '您的账户',
  'Why do I need an app with codes to log in?': '为什么登录需要验证码应用程序？',
  "Your account contains your family's certificates. A password can be guessed or stolen; the code on your phone cannot. Any authenticator app works. When you set it up, you are given ten recovery codes: please keep them somewhere safe, on paper.":
    '您的账户里有家人的证书。密码可能被猜中或盗用，手机上的验证码却不会。任何验证码应用程序都可以。设置时您会得到十个恢复码，请写在纸上，妥善保管。',
  'I lost my phone. What now?': '手机不见了，怎么办？',
  'Log in with one of your recovery codes. If you have none left, come to the counter with your NRIC. We will help you set up a new code.':
    '请用其中一个恢复码登录。如果恢复码已经用完，请带身份证（NRIC）到服务柜台，我们会帮您重新设置。',
  Visiting: '前来探望',
  'When are the halls open?': '各厅什么时候开放？',
  'How do I find the niche of somebody who rests here?': '怎样找到在此安息的亲友的龛位？',
  'With the full name and the year of death, {0} shows you the way, if the family has agreed or ten years have passed. Our staff at the counter are glad to help you too.':
    '在“{0}”填写全名与逝世年份，即可查到位置，前提是家属已经同意，或逝世已满十年。服务柜台的职员也很乐意协助您。',
  'May we bring flowers, food or joss sticks?': '可以带鲜花、食物或香烛来吗？',
  'Fresh flowers and food may be laid on the table at the door of each hall. Joss sticks and paper offerings may be burned at the burners outside. Please take food home with you afterwards.':
    '鲜花和食物可以摆放在各厅门口的桌子上。香烛和金银纸请在室外的香炉与焚化炉焚烧。离开时，请把食物带回家。',
  'How do I reach you?': '怎样联系你们？',
  'At the counter or by calling {0}, {1}. You can also write to {2} at any time. More {3}.':
    '请到服务柜台，或致电{0}（{1}）。您也可以随时写电邮到{2}。更多资料请看“{3}”。',
  'about us': '关于我们',
}
