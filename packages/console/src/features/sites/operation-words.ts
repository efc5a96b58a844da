import type { OperationWords } from '../../i18n/operation-words.ts'

export const operationWords = {
  modules: {
    address: { en: 'Address', zh: '地址', 'zh-tw': '地址' },
    site: { en: 'Sites and doors', zh: '场所与门', 'zh-tw': '場所與門' },
  },
  events: {
    'create-area': { en: 'Area created', zh: '新建区域', 'zh-tw': '新增區域' },
    'update-area': { en: 'Area changed', zh: '修改区域', 'zh-tw': '修改區域' },
    'delete-area': { en: 'Area deleted', zh: '删除区域', 'zh-tw': '刪除區域' },
    'set-door-rules': { en: 'Rules of a door set', zh: '设置门规则', 'zh-tw': '設定門規則' },
    'create-door': { en: 'Door created', zh: '新建门', 'zh-tw': '新增門' },
    'update-door': { en: 'Door changed', zh: '修改门', 'zh-tw': '修改門' },
    'delete-door': { en: 'Door deleted', zh: '删除门', 'zh-tw': '刪除門' },
  },
  fields: {
    freeHours: { en: 'Unlocked hours', zh: '常开时段', 'zh-tw': '常開時段' },
    escort: { en: 'Escort', zh: '陪同', 'zh-tw': '陪同' },
    severalPeople: { en: 'Several people', zh: '多人同行', 'zh-tw': '多人同行' },
    firstPersonIn: { en: 'First person in', zh: '首人开门', 'zh-tw': '首人開門' },
    address: { en: 'Address', zh: '地址', 'zh-tw': '地址' },
    site: { en: 'Site', zh: '场所', 'zh-tw': '場所' },
    parentArea: { en: 'Area around it', zh: '上级区域', 'zh-tw': '上層區域' },
    fromArea: { en: 'Area in front of the door', zh: '门前区域', 'zh-tw': '門前區域' },
    toArea: { en: 'Area behind the door', zh: '门后区域', 'zh-tw': '門後區域' },
    kind: { en: 'Kind', zh: '类型', 'zh-tw': '類型' },
    hasContact: { en: 'Door contact', zh: '门磁', 'zh-tw': '門磁' },
    readers: { en: 'Readers', zh: '读头', 'zh-tw': '讀頭' },
  },
} as const satisfies OperationWords
