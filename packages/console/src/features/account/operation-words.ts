import type { OperationWords } from '../../i18n/operation-words.ts'

export const operationWords = {
  modules: {
    account: { en: 'Account', zh: '账号', 'zh-tw': '帳號' },
  },
  events: {
    'add-push-browser': { en: 'Browser added for Web Push', zh: '添加 Web 推送浏览器', 'zh-tw': '新增 Web 推播瀏覽器' },
    'change-password': { en: 'Password changed', zh: '修改密码', 'zh-tw': '修改密碼' },
    'confirm-second-factor': { en: 'Second factor turned on', zh: '开启双重验证', 'zh-tw': '開啟雙重驗證' },
    'end-second-factor': { en: 'Second factor turned off', zh: '关闭双重验证', 'zh-tw': '關閉雙重驗證' },
    'end-sessions': { en: 'Sessions ended', zh: '结束会话', 'zh-tw': '結束工作階段' },
    'hand-over': { en: 'Super admin handed over', zh: '移交超级管理员', 'zh-tw': '移交超級管理員' },
    login: { en: 'Signed in', zh: '登录', 'zh-tw': '登入' },
    logout: { en: 'Signed out', zh: '退出', 'zh-tw': '登出' },
    'offer-second-factor': { en: 'Second factor setup started', zh: '开始设置双重验证', 'zh-tw': '開始設定雙重驗證' },
    'test-push-browser': { en: 'Test notice sent', zh: '发送测试通知', 'zh-tw': '傳送測試通知' },
    'remove-push-browser': {
      en: 'Browser removed from Web Push',
      zh: '移除 Web 推送浏览器',
      'zh-tw': '移除 Web 推播瀏覽器',
    },
    'renew-recovery-codes': { en: 'Recovery codes renewed', zh: '更换恢复码', 'zh-tw': '更換復原碼' },
    'reset-password': { en: 'Password reset', zh: '重置密码', 'zh-tw': '重設密碼' },
    'reset-second-factor': { en: 'Second factor reset', zh: '重置双重验证', 'zh-tw': '重設雙重驗證' },
    'turn-away': { en: 'Attempts rejected', zh: '拒绝过于频繁的尝试', 'zh-tw': '拒絕過於頻繁的嘗試' },
    'update-profile': { en: 'Own account changed', zh: '修改个人信息', 'zh-tw': '修改個人資訊' },
  },
  fields: {
    role: { en: 'Role', zh: '角色', 'zh-tw': '角色' },
    isDisabled: { en: 'Disabled', zh: '已停用', 'zh-tw': '已停用' },
  },
} as const satisfies OperationWords
