import type { Language } from '../envelope.ts'
import type { MarkSource, MusterStart, MusterState } from '../features/muster.ts'

/** The texts of paper lists and of reports of musters. */
export type MusterPaperTexts = {
  list: string
  report: string
  drillReport: string
  asOf: string
  people: string
  nobody: string
  withoutPoint: string
  /** Of a place about which passages are less sure. */
  lessSure: string
  legend: string
  outside: string
  deleted: string
  footer: string
  state: Record<MusterState, string>
  how: Record<MarkSource, string>
  startedHow: Record<MusterStart, string>
  yes: string
  column: {
    seen: string
    name: string
    department: string
    host: string
    area: string
    door: string
    since: string
    point: string
    latecomer: string
    state: string
    markedAt: string
    markedBy: string
    how: string
    markedPoint: string
    departmentOrHost: string
  }
  fact: {
    site: string
    started: string
    ended: string
    running: string
    cleared: string
    notCleared: string
    counts: string
    note: string
    clock: string
  }
  mail: { subject: string; text: string }
}

export const musterPaperTexts: Readonly<Record<Language, MusterPaperTexts>> = {
  en: {
    list: 'Muster list, {site}',
    report: 'Muster report, {site}',
    drillReport: 'Muster drill report, {site}',
    asOf: 'As of {time} ({zone}, {offset})',
    people: '{point} ({count})',
    nobody: 'Nobody.',
    withoutPoint: 'Without a muster point',
    lessSure: '? {place}',
    legend: 'A ? before an area: it is less sure that they are there.',
    outside: 'Outside',
    deleted: '(deleted)',
    footer: 'Gatehouse · {title} · {time} ({zone})',
    state: { missing: 'Missing', safe: 'Safe', 'not-on-site': 'Not on site' },
    how: { reader: 'Reader', steward: 'Steward', console: 'Console', api: 'API', paper: 'Paper' },
    startedHow: { console: 'by hand', api: 'by the API', 'fire-input': 'by a fire input' },
    yes: 'Yes',
    column: {
      seen: 'Seen',
      name: 'Name',
      department: 'Department',
      host: 'Host',
      area: 'Area',
      door: 'Last door',
      since: 'Since',
      point: 'Muster point',
      latecomer: 'Came later',
      state: 'State',
      markedAt: 'Marked at',
      markedBy: 'Marked by',
      how: 'How',
      markedPoint: 'Marked at point',
      departmentOrHost: 'Department or host',
    },
    fact: {
      site: 'Site',
      started: 'Started {time} by {by}, {how}',
      ended: 'Ended {time} by {by}',
      running: 'Still running',
      cleared: 'Nobody missing after {minutes} min {seconds} s',
      notCleared: 'Somebody was still missing',
      counts: '{people} people: {safe} safe, {notOnSite} not on site, {missing} missing',
      note: 'Note: {note}',
      clock: 'All times by the clock of the site: {zone}',
    },
    mail: {
      subject: 'Muster list of {site}, {time}',
      text: 'People inside {site} as of {time} ({zone}): {count}.\n\nThe list is attached, by muster point. Print it and keep it at hand, for when the power goes.',
    },
  },
  zh: {
    list: '{site} 集合点名名单',
    report: '{site} 集合点名报告',
    drillReport: '{site} 集合点名演练报告',
    asOf: '截至 {time}（{zone}，{offset}）',
    people: '{point}（{count} 人）',
    nobody: '无人员。',
    withoutPoint: '未分配集合点',
    lessSure: '? {place}',
    legend: '区域前有 ?：不太确定是否在该处。',
    outside: '场外',
    deleted: '（已删除）',
    footer: 'Gatehouse · {title} · {time}（{zone}）',
    state: { missing: '未到', safe: '安全', 'not-on-site': '不在现场' },
    how: { reader: '读头', steward: '负责人', console: '控制台', api: '接口', paper: '纸质名单' },
    startedHow: { console: '手动', api: '通过接口', 'fire-input': '由消防输入触发' },
    yes: '是',
    column: {
      seen: '已见到',
      name: '姓名',
      department: '部门',
      host: '接待人',
      area: '区域',
      door: '最后经过的门',
      since: '时间',
      point: '集合点',
      latecomer: '后来进入',
      state: '状态',
      markedAt: '标记时间',
      markedBy: '标记人',
      how: '标记方式',
      markedPoint: '标记地点',
      departmentOrHost: '部门或接待人',
    },
    fact: {
      site: '场所',
      started: '{time} 由 {by} 发起（{how}）',
      ended: '{time} 由 {by} 结束',
      running: '仍在进行',
      cleared: '{minutes} 分 {seconds} 秒后全部到齐',
      notCleared: '仍有人员未到',
      counts: '共 {people} 人：{safe} 人安全，{notOnSite} 人不在现场，{missing} 人未到',
      note: '说明：{note}',
      clock: '所有时间均为场所当地时间：{zone}',
    },
    mail: {
      subject: '{site} 集合点名名单，{time}',
      text: '截至 {time}（{zone}），{site} 内共有 {count} 人。\n\n附件为按集合点排列的名单。请打印备用，以防断电。',
    },
  },
  'zh-tw': {
    list: '{site} 集合點名名單',
    report: '{site} 集合點名報告',
    drillReport: '{site} 集合點名演練報告',
    asOf: '截至 {time}（{zone}，{offset}）',
    people: '{point}（{count} 人）',
    nobody: '無人員。',
    withoutPoint: '未分配集合點',
    lessSure: '? {place}',
    legend: '區域前有 ?：不太確定是否在該處。',
    outside: '場外',
    deleted: '（已刪除）',
    footer: 'Gatehouse · {title} · {time}（{zone}）',
    state: { missing: '未到', safe: '安全', 'not-on-site': '不在現場' },
    how: { reader: '讀頭', steward: '負責人', console: '主控台', api: '介面', paper: '紙本名單' },
    startedHow: { console: '手動', api: '透過介面', 'fire-input': '由消防輸入觸發' },
    yes: '是',
    column: {
      seen: '已見到',
      name: '姓名',
      department: '部門',
      host: '接待人',
      area: '區域',
      door: '最後經過的門',
      since: '時間',
      point: '集合點',
      latecomer: '後來進入',
      state: '狀態',
      markedAt: '標記時間',
      markedBy: '標記人',
      how: '標記方式',
      markedPoint: '標記地點',
      departmentOrHost: '部門或接待人',
    },
    fact: {
      site: '場所',
      started: '{time} 由 {by} 發起（{how}）',
      ended: '{time} 由 {by} 結束',
      running: '仍在進行',
      cleared: '{minutes} 分 {seconds} 秒後全部到齊',
      notCleared: '仍有人員未到',
      counts: '共 {people} 人：{safe} 人安全，{notOnSite} 人不在現場，{missing} 人未到',
      note: '說明：{note}',
      clock: '所有時間均為場所當地時間：{zone}',
    },
    mail: {
      subject: '{site} 集合點名名單，{time}',
      text: '截至 {time}（{zone}），{site} 內共有 {count} 人。\n\n附件為依集合點排列的名單。請列印備用，以防停電。',
    },
  },
}
