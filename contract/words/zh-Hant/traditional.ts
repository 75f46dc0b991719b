import type { Words } from '../t.ts'

/**
 * Words that are written otherwise than character by character, or for which readers of traditional characters have another word.
 * Not yet read by a native speaker.
 */
const phrases: Readonly<Record<string, string>> = {
  准备: '準備',
  为准: '為準',
  复制: '複製',
  绘制: '繪製',
  回复: '回覆',
  答复: '答覆',
  重复: '重複',
  尽管: '儘管',
  干爽: '乾爽',
  柜台: '櫃檯',
  台湾: '台灣',
  一周: '一週',
  关系: '關係',
  标签: '標籤',
  书签: '書籤',
  斯里兰卡: '斯里蘭卡',
  联系: '聯絡',
  应用程序: '應用程式',
  登录: '登入',
  打印: '列印',
  链接: '連結',
  搜索: '搜尋',
  屏幕: '螢幕',
  服务器: '伺服器',
  数据: '資料',
  设置: '設定',
  设备: '裝置',
  菜单: '選單',
  已保存: '已儲存',
  竖列: '直列',
  '“': '「',
  '”': '」',
}

/** The other characters of our words that differ, each before its traditional form. */
const pairs = [
  '与與 东東 丢丟 两兩 丧喪 个個 临臨 为為 么麼 乐樂 书書 于於 亚亞 亲親 从從 们們 价價 会會 传傳 体體 余餘 儿兒 兰蘭 关關 兹茲 内內 册冊 写寫 农農 决決',
  '况況 几幾 凭憑 划劃 则則 刚剛 创創 删刪 别別 办辦 务務 动動 劳勞 区區 协協 单單 卫衛 却卻 厅廳 历曆 双雙 发發 变變 号號 后後 吗嗎 启啟 员員 响響 围圍',
  '国國 图圖 圆圓 圣聖 场場 墙牆 处處 备備 复復 头頭 宁寧 实實 审審 宾賓 对對 导導 将將 尔爾 尝嘗 尽盡 层層 届屆 属屬 岁歲 岗崗 师師 带帶 帮幫 并並 庆慶',
  '应應 开開 异異 弃棄 张張 归歸 当當 录錄 征徵 态態 总總 愿願 户戶 扫掃 护護 报報 担擔 择擇 挚摯 挝撾 据據 携攜 摄攝 摆擺 数數 斋齋 断斷 无無 旧舊 时時',
  '显顯 暂暫 机機 权權 条條 来來 构構 柜櫃 标標 栏欄 样樣 检檢 楼樓 横橫 欢歡 没沒 注註 测測 浏瀏 湾灣 满滿 灯燈 炉爐 点點 烛燭 烧燒 爱愛 状狀 现現 瓮甕',
  '电電 画畫 盗盜 监監 盘盤 着著 码碼 确確 礼禮 离離 种種 称稱 税稅 稣穌 窑窯 笔筆 筛篩 签簽 简簡 类類 约約 纸紙 纹紋 线線 组組 终終 经經 结結 绘繪 给給 络絡',
  '绝絕 统統 继繼 续續 维維 缅緬 编編 缩縮 网網 罗羅 职職 联聯 脑腦 节節 范範 莱萊 获獲 虑慮 虚虛 补補 装裝 见見 规規 视視 览覽 计計 订訂 认認 让讓 议議',
  '讯訊 记記 许許 论論 设設 访訪 证證 识識 诉訴 试試 话話 诞誕 询詢 该該 详詳 语語 误誤 说說 请請 读讀 谁誰 谈談 谢謝 谨謹 负負 责責 败敗 账帳 购購 贵貴',
  '贷貸 费費 资資 车車 转轉 载載 较較 输輸 边邊 达達 过過 还還 这這 进進 连連 适適 选選 遗遺 邮郵 邻鄰 里裡 钟鐘 钥鑰 钱錢 银銀 链鏈 销銷 锁鎖 错錯 键鍵',
  '长長 门門 闭閉 问問 闰閏 间間 阅閱 阳陽 陈陳 随隨 隐隱 难難 静靜 韩韓 页頁 项項 须須 预預 领領 题題 额額 马馬 验驗 骤驟 鲜鮮 鸽鴿 齐齊 龙龍 龛龕 义義 竖豎',
]

const characters = new Map(pairs.flatMap((line) => line.split(' ')).map((pair) => [pair[0] ?? '', pair.slice(1)]))
const phrase = new RegExp(`${Object.keys(phrases).join('|')}|.`, 'gsu')

/** The words on a button that saves. A family keeps a letter (保存) in both scripts. */
const buttons: Readonly<Record<string, string>> = { 保存: '儲存', 保存更改: '儲存更改' }

/** A sentence of `zh-Hans` in traditional characters. It knows only the words that are there, and not names. */
export const toTraditional = (simplified: string): string =>
  buttons[simplified] ?? simplified.replace(phrase, (part) => phrases[part] ?? characters.get(part) ?? part)

/** The sentences of one domain, for readers of traditional characters. */
export const traditionalWords = (words: Words): Words =>
  Object.fromEntries(Object.entries(words).map(([english, simplified]) => [english, toTraditional(simplified)]))
