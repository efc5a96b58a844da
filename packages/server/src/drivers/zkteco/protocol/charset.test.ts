import { expect, it } from 'vitest'
import { type Charset, decodeText, encodeText } from './charset.ts'

/** Common surnames with common names, as they are written in Taiwan and in China. */
const traditional = [
  '陳志明 林俊傑 黃建宏 張家豪 李淑芬 王美玲 吳雅婷 劉怡君 蔡欣怡 楊佩君 許宗翰 鄭冠宇 謝宜蓁 郭承恩 洪子涵 曾品睿 邱詩涵 廖柏翰 賴思妤 徐宇軒 周雅雯 葉佳穎 蘇郁婷 莊惠如 呂佳蓉',
  '江淑惠 何志偉 蕭文雄 羅美惠 高秀英 潘冠廷 簡嘉玲 朱慧君 鍾佩珊 彭建志 游雅惠 詹凱翔 胡詩婷 施麗華 沈柏宏 余政憲 趙文彬 盧淑貞 梁家瑋 顏志豪 柯佩蓉 孫國華 魏俊宏 翁淑玲 戴秀玲',
  '范家銘 方雅玲 宋美華 鄧志宏 杜明哲 傅俊賢 侯佳琪 曹佩玲 薛雅文 丁麗卿 卓文傑 馬志遠 董淑娟 唐雅琪 藍俊豪 石佩芬 蔣志成 歐建華 連秀蘭 古明輝 紀雅芳 姚淑華 倪家齊 程雅惠 湯志強',
  '馮美珠 康文龍 田淑珍 汪俊男 白雅慧 姜宏達 尤佳慧 鄒文祥 黎明珠 巫佩穎 涂志傑 龔秀琴 嚴佳宜 韓文豪 袁淑敏 金家瑜 阮氏蘭 尹志平 溫雅如 林彥瑋 王筱婷 張琬婷 吳煒 李芷旻 黃詩璇',
]
const simplified = [
  '张伟 王芳 李娜 刘洋 陈静 杨帆 赵强 黄磊 周敏 吴昊 徐丽 孙杰 胡军 朱琳 高峰 林涛 何勇 郭艳 马超 罗兰 梁超 宋佳 郑爽 谢娜 韩雪',
  '唐嫣 冯巩 于谦 董洁 萧然 程龙 曹颖 袁泉 邓超 许晴 傅艺伟 沈腾 曾志伟 彭于晏 吕良伟 苏有朋 卢靖姗 蒋欣 蔡明 贾乃亮 丁俊晖 魏晨 薛之谦 叶璇 阎妮',
  '余男 潘粤明 杜江 戴军 夏雨 钟汉良 汪涵 田亮 任贤齐 姜文 范冰冰 方中信 石凯 姚晨 谭维维 廖凡 邹市明 熊黛林 金莎 陆毅 郝蕾 孔令辉 白百何 崔健 康辉',
  '毛宁 邱泽 秦岚 江珊 史可 顾长卫 侯勇 邵兵 孟非 龙丹妮 万茜 段奕宏 雷佳音 钱枫 汤唯 尹正 黎明 易烊千玺 常远 武艺 乔任梁 贺军翔 赖声川 龚琳娜 文章',
  '欧阳娜娜 张子玥 刘喆 王一博 李现',
]
const namesIn = (lines: readonly string[]) => lines.flatMap((line) => line.split(' '))
const wrongOf = (names: readonly string[], own: Charset, known: Charset | undefined) =>
  names.filter((name) => {
    const read = decodeText(encodeText(name, own), known)
    return read.text !== name || read.charset !== own
  })

it.each<[Charset, Charset | undefined, readonly string[]]>([
  ['big5', undefined, traditional],
  ['big5', 'big5', traditional],
  ['gb18030', undefined, simplified],
  ['gb18030', 'gb18030', simplified],
])('a name in %s alone is read in it at a terminal that wrote %s before', (own, known, lines) => {
  const names = namesIn(lines)
  expect(names.length).toBeGreaterThanOrEqual(100)
  expect(wrongOf(names, own, known)).toEqual([])
})

it.each<[Charset, Charset, readonly string[]]>([
  ['big5', 'gb18030', traditional],
  ['gb18030', 'big5', simplified],
])(
  'a terminal that is set to another language is followed: in %s after %s nearly each name shows it',
  (own, known, lines) => {
    const names = namesIn(lines)
    expect(wrongOf(names, own, known).length).toBeLessThanOrEqual(2)
    const several = [names.slice(0, 8), names.slice(8, 16), names.slice(40, 48)].map((some) => some.join('\n'))
    expect(wrongOf(several, own, known)).toEqual([])
  },
)

it('names of other scripts stay in UTF-8, whatever the terminal wrote before', () => {
  const names = [
    'Иванов',
    'Фёдор',
    'Müller',
    'José',
    'Łukasz',
    'Ödön',
    'Δημήτρης',
    'محمد',
    'דוד',
    'Žižek',
    'Ğül',
    'Ñuño',
  ]
  for (const known of [undefined, 'utf-8', 'gb18030', 'big5'] as const)
    expect(wrongOf(names, 'utf-8', known)).toEqual([])
})

it('a body with names of several scripts stays in UTF-8, also where one of them begins like a Chinese name', () => {
  const bodies = [
    ['Τίνα', 'José'],
    ['Τίνα', 'Müller', 'Иванов'],
    ['דוד', 'Τίνα', 'Ödön'],
  ].map((names) => names.map((name, n) => `PIN=${n + 1}\tName=${name}`).join('\n'))
  for (const known of [undefined, 'utf-8', 'gb18030', 'big5'] as const)
    expect(wrongOf(bodies, 'utf-8', known)).toEqual([])
})

it('a body in GB18030 is read in it where its names are letters in UTF-8, too, and one begins with a rare character', () => {
  const bodies = [
    ['袁童', '苇微'],
    ['魏伟', '袁童'],
    ['谭伟', '袁童', '渭微'],
  ].map((names) => names.map((name, n) => `PIN=${n + 1}\tName=${name}`).join('\n'))
  const strict = new TextDecoder('utf-8', { fatal: true })
  for (const body of bodies) expect(() => strict.decode(encodeText(body, 'gb18030'))).not.toThrow()
  for (const known of [undefined, 'utf-8', 'gb18030'] as const) expect(wrongOf(bodies, 'gb18030', known)).toEqual([])
})

it('bytes that are words in several encodings are read in the one that the terminal wrote before', () => {
  // Letters of Cyrillic in UTF-8, a surname and a character in GB18030.
  const cyrillic = Buffer.from([0xd0, 0xbb, 0xd0, 0xa1])
  expect([decodeText(cyrillic), decodeText(cyrillic, 'gb18030')].map(({ text }) => text)).toEqual(['лС', '谢小'])
  // A frequent character of Big5, and a sign of GB2312.
  const sign = Buffer.from([0xa4, 0xa4])
  expect([decodeText(sign), decodeText(sign, 'gb18030')].map(({ text }) => text)).toEqual(['中', 'い'])
  const pair = Buffer.from([0xb0, 0xb1, 0xb0, 0xb2])
  expect([decodeText(pair, 'big5'), decodeText(pair)].map(({ charset }) => charset)).toEqual(['big5', 'gb18030'])
})

it('a word of one script that is no Chinese name keeps a body in UTF-8 beside letters that would be one', () => {
  expect(decodeText(Buffer.from('лα\nИван')).text).toBe('лα\nИван')
  expect(decodeText(Buffer.from('лα')).charset).toBe('gb18030')
})
