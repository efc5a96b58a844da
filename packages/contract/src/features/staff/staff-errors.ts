import type { ErrorDefinitions } from '../../error-definitions.ts'

export const staffErrors = {
  'staff.not-found': {
    status: 404,
    en: 'This person no longer exists. Reload the list.',
    zh: '该人员已不存在，请刷新列表。',
    'zh-tw': '此人員已不存在，請重新整理清單。',
  },
  'staff.job-id-taken': {
    status: 409,
    en: 'Somebody else has the job ID {jobId} already.',
    zh: '工号 {jobId} 已被他人使用。',
    'zh-tw': '工號 {jobId} 已有其他人使用。',
  },
  'staff.phone-taken': {
    status: 409,
    en: 'Somebody else has this phone number already.',
    zh: '该手机号已被他人使用。',
    'zh-tw': '此手機號碼已有其他人使用。',
  },
  'staff.ic-card-taken': {
    status: 409,
    en: 'Somebody else has this IC card already.',
    zh: '该 IC 卡已被他人使用。',
    'zh-tw': '此 IC 卡已有其他人使用。',
  },
  'staff.id-number-taken': {
    status: 409,
    en: 'Somebody else has this ID number already.',
    zh: '该证件号码已被他人使用。',
    'zh-tw': '此證件號碼已有其他人使用。',
  },
  'staff.changed-meanwhile': {
    status: 409,
    en: 'Somebody else has changed this person. Reload, look at the change, and save again.',
    zh: '其他人刚修改过该人员。请刷新查看后再保存。',
    'zh-tw': '其他人剛修改過此人員。請重新整理、查看變更後再儲存。',
  },
  'person.not-found': {
    status: 404,
    en: 'This person no longer exists.',
    zh: '该人员已不存在。',
    'zh-tw': '此人員已不存在。',
  },
} as const satisfies ErrorDefinitions
