import type { OperationWords } from '../../i18n/operation-words.ts'

export const operationWords = {
  modules: {
    department: { en: 'Departments', zh: '部门', 'zh-tw': '部門' },
    privacy: { en: 'Privacy', zh: '隐私', 'zh-tw': '隱私' },
    staff: { en: 'Staff', zh: '员工', 'zh-tw': '員工' },
  },
  events: {
    'assign-groups': { en: 'Groups assigned', zh: '分配人员组', 'zh-tw': '分配人員群組' },
    'erase-again': { en: 'Erased again after a restore', zh: '恢复后再次清除', 'zh-tw': '還原後再次清除' },
    'erase-person': { en: 'Personal data erased', zh: '清除个人数据', 'zh-tw': '清除個人資料' },
    'export-person': { en: 'Personal data exported', zh: '导出个人数据', 'zh-tw': '匯出個人資料' },
    import: { en: 'Imported', zh: '导入', 'zh-tw': '匯入' },
    'import-cancel': { en: 'Import cancelled', zh: '取消导入', 'zh-tw': '取消匯入' },
    'import-delete': { en: 'Import deleted', zh: '删除导入记录', 'zh-tw': '刪除匯入記錄' },
    'import-portraits': { en: 'Portraits imported', zh: '批量导入照片', 'zh-tw': '批次匯入照片' },
    move: { en: 'Moved', zh: '调动', 'zh-tw': '調動' },
  },
  fields: {
    displayPortrait: { en: 'Display portrait', zh: '展示照片', 'zh-tw': '顯示照片' },
    parent: { en: 'Parent department', zh: '上级部门', 'zh-tw': '上層部門' },
    manager: { en: 'Manager', zh: '负责人', 'zh-tw': '主管' },
    job: { en: 'Job ID', zh: '工号', 'zh-tw': '工號' },
    areaCode: { en: 'Area code', zh: '区号', 'zh-tw': '國碼' },
    extension: { en: 'Extension', zh: '分机号', 'zh-tw': '分機' },
    icCard: { en: 'IC card', zh: 'IC 卡号', 'zh-tw': 'IC 卡號' },
    pin: { en: 'PIN', zh: '通行密码', 'zh-tw': '通行密碼' },
    position: { en: 'Position', zh: '职位', 'zh-tw': '職稱' },
    workingPlace: { en: 'Working place', zh: '工作地点', 'zh-tw': '工作地點' },
    birthdayOn: { en: 'Birthday', zh: '生日', 'zh-tw': '生日' },
    entryOn: { en: 'Entry date', zh: '入职日期', 'zh-tw': '到職日' },
    staffType: { en: 'Staff type', zh: '员工类型', 'zh-tw': '員工類型' },
    countryCode: { en: 'Country code', zh: '国家', 'zh-tw': '國家代碼' },
    regionCode: { en: 'Region code', zh: '地区代码', 'zh-tw': '地區代碼' },
    prompt: { en: 'Personal greeting', zh: '专属提示语', 'zh-tw': '個人問候語' },
  },
} as const satisfies OperationWords
