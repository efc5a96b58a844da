export const insideDisplay = {
  inside: '目前在場',
  late: '連線中斷，以下為 {at} 的人數。',
  overTitle: '此看板已停用',
  overText: '連結已失效。管理員可在「目前在場」頁面建立新的看板。',
  waiting: '正在等待伺服器……',
  latest: '最近進入',
} as const
