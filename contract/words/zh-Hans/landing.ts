import type { Words } from '../t.ts'

/** Not yet read by a native speaker. */
export const words: Words = {
  'A quiet place, kept for the ones you love': '为挚爱的亲人，守护一处宁静',
  '{0} helps families in Singapore choose a memorial niche, see exactly where it is and what it costs, and book it in peace.':
    '{0}帮助新加坡的家庭选择骨灰龛位，看清位置与价格，安心预订。',
  'See niches and prices': '查看龛位与价格',
  'Are you visiting somebody who rests here? {0}': '您是来探望在此安息的亲友吗？{0}',
  'A columbarium is a house of niches: small, lasting places where the ashes of those who have died rest side by side, and where a family can come to be near them. Ours are bright halls with room to sit, and no hurry.':
    '骨灰安置所由一个个龛位组成：逝者的骨灰在此相邻安放，长久保存，家人随时可以前来相伴。我们的厅堂明亮，设有座位，您可以慢慢停留。',
  'Choosing a place is rarely done on an easy day. So we show you every niche as it stands, with its row, its height and its price, and we ask each question only once. If you would rather speak to someone, our staff can do all of it with you at the counter. {0}':
    '选择安放的位置，往往是在心情沉重的日子。所以我们如实列出每个龛位所在的横排、高度与价格，每个问题只问一次。如果您想当面谈，职员可以在服务柜台陪您一起办理。{0}',
  'More about us and our halls': '进一步认识我们和各厅',
  'Getting Started': '如何开始',
  'Create account': '注册账户',
  'Tell us who you are, once. A second step at sign-in keeps your family’s papers safe.':
    '资料只需填写一次。登录时多一道验证，保护您家人的文件。',
  'Search niches': '挑选龛位',
  'Walk through hall, level and block on a map. Every niche shows whether it is free and what it costs.':
    '在平面图上逐厅、逐层、逐区浏览。每个龛位都标明是否可选，以及价格多少。',
  'Book and pay': '预订与付款',
  'Send one form, and the niche is held for you while you pay by card. The receipt reaches you by email.':
    '提交一份表格，龛位便为您保留，让您以银行卡付款。收据会以电邮寄给您。',
  'What families say': '家属的话',
  'We chose my mother’s place together, my sister in Perth and I here, both looking at the same map. It is by the window, where the morning comes in.':
    '我和在珀斯的姐姐看着同一张平面图，一起为母亲选了位置。就在窗边，早晨的阳光会照进来。',
  'The Tan family': '陈家',
  'Toa Payoh': '大巴窑',
  'I had dreaded the forms. There was one, it explained itself, and when I stopped half-way to cry it was still there the next hour.':
    '我本来最怕填表格。结果只有一份，说明也很清楚。填到一半我哭了，停了下来，一个小时后再回来，内容都还在。',
  'Anita Pereira': 'Anita Pereira',
  Katong: '加东',
  'My parents pre-ordered two niches side by side. They joked about it all the way home. It was a gift to us to have it settled.':
    '我父母预购了两个相邻的龛位，回家路上一直拿这件事说笑。他们把事情安排妥当，是送给我们的一份礼物。',
  'Rajesh and Priya Nair': 'Rajesh与Priya Nair',
  Serangoon: '实龙岗',
  '{0}, ': '{0}，',
  'Whenever you are ready': '等您准备好的时候',
  'Creating an account is free. Nothing is booked until you pay.': '注册账户不收费。付款之前，预订不会成立。',
}
