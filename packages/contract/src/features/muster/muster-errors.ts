import type { ErrorDefinitions } from '../../error-definitions.ts'

export const musterErrors = {
  'muster.not-found': {
    status: 404,
    en: 'This muster does not exist. Reload the list.',
    zh: '该集合点名不存在，请刷新列表。',
    'zh-tw': '此集合點名不存在，請重新整理清單。',
  },
  'muster.running': {
    status: 409,
    en: 'A muster of this site is already running, started by {by}. Open it instead of starting another one.',
    zh: '该场所已有正在进行的集合点名，由 {by} 发起。请打开它，无需另行发起。',
    'zh-tw': '此場所已有進行中的集合點名，由 {by} 發起。請開啟它，無需另行發起。',
  },
  'muster.ended': {
    status: 409,
    en: 'This muster has ended. Open its report, or start another one.',
    zh: '该集合点名已结束。请查看其报告，或重新发起。',
    'zh-tw': '此集合點名已結束。請查看其報告，或重新發起。',
  },
  'muster.person-not-found': {
    status: 404,
    en: 'Somebody you marked is not in this muster. Reload the list, and mark again.',
    zh: '所标记的人员不在本次集合点名中。请刷新列表后重新标记。',
    'zh-tw': '所標記的人員不在本次集合點名中。請重新整理清單後重新標記。',
  },
  'muster.too-many-links': {
    status: 409,
    en: 'A muster can have at most {max} links. Several stewards may share one.',
    zh: '一次集合点名最多可有 {max} 个链接，多名负责人可共用一个链接。',
    'zh-tw': '一次集合點名最多可有 {max} 個連結，多名負責人可共用一個連結。',
  },
  'muster.link-not-found': {
    status: 404,
    en: 'This link does not exist. Reload the page.',
    zh: '该链接不存在，请刷新页面。',
    'zh-tw': '此連結不存在，請重新整理頁面。',
  },
  'muster.link-unknown': {
    status: 404,
    en: 'This link is not known. Scan the code again, or ask for another one.',
    zh: '该链接无法识别。请重新扫码，或索取新的链接。',
    'zh-tw': '此連結無法識別。請重新掃描，或索取新的連結。',
  },
  'muster.link-revoked': {
    status: 410,
    en: 'This link was taken back. Ask the person who leads the muster for another one.',
    zh: '该链接已被收回。请向集合点名负责人索取新的链接。',
    'zh-tw': '此連結已被收回。請向集合點名負責人索取新的連結。',
  },
  'muster.link-expired': {
    status: 410,
    en: 'The time of this link is over. Ask the person who leads the muster for another one.',
    zh: '该链接已过期。请向集合点名负责人索取新的链接。',
    'zh-tw': '此連結已過期。請向集合點名負責人索取新的連結。',
  },
  'muster.link-ended': {
    status: 410,
    en: 'The muster has ended, and this link with it. You need not mark anybody any more.',
    zh: '集合点名已结束，该链接随之失效，无需再标记。',
    'zh-tw': '集合點名已結束，此連結隨之失效，無需再標記。',
  },
  'muster.too-many-marks': {
    status: 429,
    en: 'This link has made as many marks as it may ({max}). Ask the person who leads the muster for another one.',
    zh: '该链接的标记次数已达上限（{max} 次）。请向集合点名负责人索取新的链接。',
    'zh-tw': '此連結的標記次數已達上限（{max} 次）。請向集合點名負責人索取新的連結。',
  },
  'muster.no-paper-list': {
    status: 404,
    en: 'No list has been made for this site yet. Make one now, or set how often one is made.',
    zh: '该场所尚未生成名单。请立即生成，或设置生成间隔。',
    'zh-tw': '此場所尚未產生名單。請立即產生，或設定產生間隔。',
  },
  'muster-point.not-found': {
    status: 404,
    en: 'This muster point no longer exists, or belongs to another site. Reload the page.',
    zh: '该集合点已不存在，或属于其他场所。请刷新页面。',
    'zh-tw': '此集合點已不存在，或屬於其他場所。請重新整理頁面。',
  },
  'muster-point.name-taken': {
    status: 409,
    en: 'This site already has a muster point with this name.',
    zh: '该场所已有同名的集合点。',
    'zh-tw': '此場所已有同名的集合點。',
  },
  'muster-point.too-many': {
    status: 422,
    en: 'A site can have at most {max} muster points.',
    zh: '一个场所最多可有 {max} 个集合点。',
    'zh-tw': '一個場所最多可有 {max} 個集合點。',
  },
  'muster-point.in-use': {
    status: 409,
    en: 'A muster of this site is running. End it before you delete its points.',
    zh: '该场所正在进行集合点名。请先结束，再删除集合点。',
    'zh-tw': '此場所正在進行集合點名。請先結束，再刪除集合點。',
  },
} as const satisfies ErrorDefinitions
