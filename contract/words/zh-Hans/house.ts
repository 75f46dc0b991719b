import type { Words } from '../t.ts'

/** What surrounds the details of the house; the details are as the house has typed them. Not yet read by a native speaker. */
export const words: Words = {
  'At Qing Ming and All Souls': '清明节与追思已亡节期间',
  '{0} Sundays are the busiest; weekday mornings are quieter.': '{0} 星期日人最多，平日早上较为清静。',
  'On other days': '其他日子',
  'Longer around festivals: {0}': '节日期间延长开放：{0}',
  'We are opening soon, on {0}. Until then you are welcome to look around.':
    '我们将于{0}开放。在此之前，欢迎您先浏览。',
  'We are opening soon. Until then you are welcome to look around.': '我们即将开放。在此之前，欢迎您先浏览。',
}
