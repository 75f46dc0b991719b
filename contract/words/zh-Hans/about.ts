import type { Words } from '../t.ts'

/** Not yet read by a native speaker. */
export const words: Words = {
  'We look after a columbarium in Singapore: halls of niches where the ashes of those who have died are kept, side by side, and where their families are always welcome.':
    '我们在新加坡照料一处骨灰安置所：逝者的骨灰在各厅的龛位中相邻安放，家属随时欢迎前来。',
  'What we keep': '我们所守护的',
  'Columba is the Latin word for a dove, and a columbarium was first a house for doves: a wall of small arches, each one a nest. That is still what our halls look like. Behind each arch is a niche, closed with a plate that carries a name, two dates and, if the family wishes, a line of their own.':
    'Columba在拉丁文里是“鸽子”的意思，而columbarium最初就是鸽舍：一面墙上排着小小的拱洞，每个拱洞是一个鸽巢。我们的厅堂至今仍是这个样子。每个拱洞后面是一个龛位，以碑牌封上，刻有姓名、生卒日期；家属若有心愿，也可以加上一句话。',
  'Our halls are dry, bright and quiet. There are seats on every level, lifts to all of them, and water and a table for flowers at each door. People of every faith, and of none, rest here together.':
    '各厅干爽、明亮、安静。每层都有座位，电梯直达各层，每个门口备有清水和摆放鲜花的桌子。无论有没有宗教信仰，信奉哪一种宗教，都可以在此一同安息。',
  'How we work': '我们如何办理',
  'You can see every niche on a map, with its place, its height and its price. The price on the map is what you pay for the niche. Once you have sent the form the niche is held for you while you pay, and the time that is left is always shown.':
    '您可以在平面图上看到每个龛位的位置、高度与价格。图上的价格就是龛位的价钱。提交表格后，龛位会在您付款期间为您保留，并一直显示剩余时间。',
  'The documents you give us are encrypted and shown only to the staff who must check them. Each time somebody looks at them, that is recorded.':
    '您交给我们的文件都会加密，只有负责核对的职员才能查看。每次查看都会留下记录。',
  'A member of our staff reads every application. If something is missing, we write to you and say what. If we must decline, we return what you paid.':
    '每份申请都由职员亲自审阅。如果缺少什么，我们会写信告诉您；如果无法批准，我们会退还您所付的款项。',
  'When to visit': '开放时间',
  'How to reach us': '联系我们',
  'Call {0} or come to the counter, with or without an appointment. You can also write to {1}. We answer within one working day. If a funeral is near, please call, or say so in the first line of your email and we will write back the same day.':
    '请致电{0}，或亲临服务柜台，预约与否都可以。您也可以写电邮到{1}，我们会在一个工作日内回复。如果近日要办丧事，请直接来电，或在电邮第一行注明，我们当天就会回复。',
  'Many questions are answered in our {0}.': '许多问题都可以在“{0}”中找到答案。',
  'questions and answers': '常见问题',
  'The halls': '各厅',
  'The counter': '服务柜台',
}
