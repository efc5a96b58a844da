import type { ImportColumn } from '../import-columns.ts'

/** How lists from elsewhere title a column, besides the templates' own titles. Spaces, signs and upper case do not count. */
export const importSynonyms: Record<ImportColumn, readonly string[]> = {
  name: [
    'Full name',
    'Employee name',
    'Staff name',
    '名字',
    '员工姓名',
    '员工名称',
    '人员姓名',
    '員工姓名',
    '人員姓名',
  ],
  phone: [
    ...['Phone number', 'Phone no.', 'Mobile', 'Mobile number', 'Mobile no.', 'Mobile phone', 'Cell', 'Cell phone'],
    ...['Telephone', 'Telephone number', 'Tel', 'Contact number'],
    ...['手机', '手机号码', '移动电话', '电话', '电话号码', '联系电话', '联系方式'],
    ...['手機', '手機號', '行動電話', '電話', '電話號碼', '聯絡電話'],
  ],
  areaCode: ['Dialling code', 'Dialing code', 'Calling code', '国际区号', '电话区号', '國際區碼', '區碼', '區號'],
  extension: ['Ext', 'Extension number', '分机', '分機號', '分機號碼'],
  department: ['Dept', 'Department name', '所属部门', '部门名称', '所屬部門', '部門名稱', '單位'],
  position: ['Job title', 'Post', '职务', '岗位', '职称', '職位', '職務'],
  jobId: [
    ...[
      'Job number',
      'Job no.',
      'Employee ID',
      'Employee number',
      'Employee no.',
      'Staff ID',
      'Staff number',
      'Staff no.',
    ],
    ...['Personnel number', 'Payroll number', '员工编号', '员工号', '人员编号', '員工編號', '員工代號', '人員編號'],
  ],
  email: ['Mail', 'Email address', '电子邮箱', '邮箱地址', '电子邮件', '邮件', '電子信箱', '信箱', '郵件'],
  icCard: [
    ...['IC card number', 'IC card no.', 'Card number', 'Card no.', 'Access card', 'Badge number'],
    ...['IC 卡', '卡号', '门禁卡', '门禁卡号', '卡號', '門禁卡', '門禁卡號', '識別證號'],
  ],
  idNumber: [
    ...['ID number', 'ID card number', 'ID card no.', 'Identity card', 'Identity number', 'National ID'],
    ...['身份证', '身份证号码', '证件号', '证件号码', '身分證', '身分證字號', '身分證號碼', '證件號碼', '身份證號'],
  ],
  workingPlace: ['Workplace', 'Work place', 'Work location', 'Office', '办公地点', '工作地', '办公地', '辦公地點'],
  birthday: ['Date of birth', 'Birth date', '出生日期', '出生年月日'],
  entryDate: [
    ...['Hire date', 'Start date', 'Date joined', 'Joining date', 'Entry time'],
    ...['入职时间', '入职日', '到岗日期', '到職日期', '入職日期', '入職日'],
  ],
  staffType: ['Employee type', 'Employment type', '人员类型', '员工类别', '用工类型', '人員類型', '員工類別'],
  countryCode: [
    'Country',
    'Country/region',
    '国家',
    '国家/地区',
    '國家',
    '國家/地區',
    'Country/region code',
    'ISO country code',
    '国家/地区代码',
    '国家编码',
    '國家/地區代碼',
    '國別代碼',
  ],
  regionCode: ['Place code', '行政区划代码', '地区编码', '行政區劃代碼'],
  groups: ['Group', 'Staff group', 'Staff groups', '群组', '分组', '人员组', '員工組', '群組', '人員群組'],
  personId: ['Gatehouse ID', '系统编号', '系統編號'],
  remark: ['Remarks', 'Note', 'Notes', 'Comment', 'Comments', '备注信息', '说明', '附註', '說明'],
}

/** Lists that have a column for each part of a name. */
export const namePartTitles = {
  first: ['First name', 'Given name', 'Forename', '名', '名字'],
  last: ['Last name', 'Family name', 'Surname', '姓', '姓氏'],
} as const
