export const insideDisplay = {
  inside: '当前在场',
  late: '连接中断，以下为 {at} 的人数。',
  overTitle: '此大屏已停用',
  overText: '链接已失效。管理员可在“当前在场”页面创建新的大屏。',
  waiting: '正在等待服务器……',
  latest: '最近进入',
} as const
