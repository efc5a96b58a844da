import type { ErrorDefinitions } from '../../error-definitions.ts'

export const staffErrors = {
  'staff.not-found': {
    status: 404,
    en: 'This person no longer exists. Reload the list.',
    zh: '该人员已不存在，请刷新列表。',
    'zh-tw': '此人員已不存在，請重新整理清單。',
  },
  'staff.nothing-to-undo': {
    status: 409,
    en: 'The latest change of {name} cannot be taken back: it is older than a week, or something was changed since. Look at the newest values first.',
    zh: '{name} 的最近一次修改无法撤销：已超过一周，或此后又有修改。请先查看最新内容。',
    'zh-tw': '{name} 最近一次的修改無法復原：已超過一週，或此後又有修改。請先檢視最新內容。',
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
  'person.former-values-refused': {
    status: 409,
    en: 'The former values of {name} are no longer allowed: {fields}. Nothing was changed; type under Edit what should stand there.',
    zh: '{name} 修改前的内容已不符合现在的要求：{fields}。未做任何修改，请编辑该人员并重新填写。',
    'zh-tw': '{name} 修改前的內容已不符合目前的要求：{fields}。未做任何修改，請編輯此人員並重新填寫。',
  },
} as const satisfies ErrorDefinitions
