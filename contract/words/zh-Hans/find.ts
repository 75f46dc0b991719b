import type { Words } from '../t.ts'

/** Not yet read by a native speaker. */
export const words: Words = {
  'Enter the full name and the year of death, and we show you the way to the niche.':
    '填写全名与逝世年份，我们便告诉您龛位在哪里。',
  'As it is written on the niche, in one script or both. Hyphens, the order of the words, and traditional or simplified characters do not matter.':
    '请按龛位上的写法填写，中文、英文或两者皆可。连字符、姓名的先后次序、繁体或简体都没有关系。',
  'Year of death': '逝世年份',
  YYYY: '例如2019',
  Find: '查找',
  'Nobody was found with this name and year of death': '找不到与此姓名和逝世年份相符的人',
  'Please check the spelling and the year. Our staff at the counter are glad to help you, or call {0}.':
    '请检查姓名的写法和年份。服务柜台的职员很乐意协助您，您也可以致电{0}。',
  'We found one person.': '找到一位。',
  '{0} people have this name and year of death': '有{0}位逝者的姓名与逝世年份相同',
  'Please compare the years and the places before you go. If you are not sure, our staff are glad to help you.':
    '前往之前，请先核对年份与位置。如果不确定，职员很乐意协助您。',
  'Died in {0}': '逝于{0}年',
  'Telephone {0}.': '电话：{0}。',
  'Print a slip': '打印位置单',
}
