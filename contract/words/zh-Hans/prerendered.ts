import type { Words } from '../t.ts'

/** What search engines show of the pages. Not yet read by a native speaker. */
export const words: Words = {
  'Choose and book a memorial niche in Singapore, calmly and from home.': '在家中安心选择并预订新加坡的骨灰龛位。',
  'Choose a memorial niche in Singapore on a map, see its place and price, and book it in peace, from home or at the counter.':
    '在平面图上选择新加坡的骨灰龛位，看清位置与价格，在家中或到服务柜台安心预订。',
  'What {0} is, how our halls are kept, when to visit and how to reach us.':
    '认识{0}：我们如何照料各厅、何时可以前来，以及如何联系我们。',
  'Niches, urn placement, the documents you need, pre-orders, payments and visiting hours, answered plainly.':
    '关于龛位、骨灰瓮安放、所需文件、预购、付款与开放时间，为您一一说明。',
  'See the halls of {0}, which niches are free and what they cost. No account is needed to look.':
    '浏览{0}各厅，看看哪些龛位可选、价格多少。无需注册即可浏览。',
  'Log in to {0} with your password and a code from your authenticator app.':
    '用密码和验证码应用程序上的验证码登录{0}。',
  'Create an account at {0}, to choose and book a niche for your family.': '在{0}注册账户，为家人选择并预订龛位。',
  'Find where somebody rests, by full name and year of death.': '凭全名与逝世年份，查找已故亲友安放的位置。',
}
