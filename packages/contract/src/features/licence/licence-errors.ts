import type { ErrorDefinitions } from '../../error-definitions.ts'

export const licenceErrors = {
  'licence.required': {
    status: 403,
    en: 'This installation is not activated, or its licence has expired. Activate it first.',
    zh: '系统尚未激活或授权已过期，请先激活。',
    'zh-tw': '系統尚未啟用或授權已到期，請先啟用。',
  },
  'licence.clock-behind': {
    status: 403,
    en: 'By the server’s clock the licence has not started. The super administrator has to correct the clock first.',
    zh: '按服务器时间，授权尚未生效，请先由超级管理员校准时间。',
    'zh-tw': '依伺服器時間，授權尚未生效，請先由超級管理員校準時間。',
  },
  'licence.file-invalid': {
    status: 422,
    en: 'This is not a licence file. Import the .lic file exactly as you received it.',
    zh: '这不是有效的授权文件，请导入收到的 .lic 原文件。',
    'zh-tw': '這不是有效的授權檔，請匯入收到的 .lic 原始檔案。',
  },
  'licence.signature-wrong': {
    status: 422,
    en: 'The licence file was changed after it was issued. Import the original file.',
    zh: '授权文件签发后被改动过，请导入原文件。',
    'zh-tw': '授權檔簽發後遭到更動，請匯入原始檔案。',
  },
  'licence.other-udid': {
    status: 422,
    en: 'This licence is for another installation. Send the UDID shown here to your vendor.',
    zh: '该授权属于另一台设备。请将此处显示的 UDID 发给供应商。',
    'zh-tw': '此授權屬於另一台設備。請將這裡顯示的 UDID 交給供應商。',
  },
  'licence.expired': {
    status: 422,
    en: 'This licence ended on {validTo}. Ask your vendor for a new one.',
    zh: '该授权已于 {validTo} 到期，请向供应商索取新的授权。',
    'zh-tw': '此授權已於 {validTo} 到期，請向供應商索取新的授權。',
  },
  'licence.not-yet-valid': {
    status: 422,
    en: 'This licence starts on {validFrom}, and none is in force until then. Load it then, or correct the server’s clock if it is wrong.',
    zh: '该授权自 {validFrom} 起生效，在此之前没有可用的授权。请届时再导入；如服务器时间有误，请先校准。',
    'zh-tw': '此授權自 {validFrom} 起生效，在此之前沒有可用的授權。請屆時再匯入；如伺服器時間有誤，請先校準。',
  },
  'licence.code-mismatch': {
    status: 422,
    en: 'The activation code does not belong to this licence file.',
    zh: '激活码与授权文件不匹配。',
    'zh-tw': '啟用碼與授權檔不相符。',
  },
  'licence.trial-used': {
    status: 409,
    en: 'The trial was already used on this installation. Activate it with a licence.',
    zh: '本系统已试用过，请使用授权激活。',
    'zh-tw': '本系統已試用過，請使用授權啟用。',
  },
  'licence.worse': {
    status: 409,
    en: 'This licence is more limited than the current one. Check what gets worse, and confirm if you still want it.',
    zh: '该授权的内容少于当前授权。请查看变化，确需使用时请确认。',
    'zh-tw': '此授權的內容少於目前的授權。請查看變化，確定要使用時請確認。',
  },
  'licence.not-waiting': {
    status: 409,
    en: 'This licence is no longer waiting: it took effect or was withdrawn.',
    zh: '该授权已不在等待：已生效或已撤回。',
    'zh-tw': '此授權已不在等待：已生效或已撤回。',
  },
  'licence.device-limit': {
    status: 409,
    en: 'Your licence allows {limit} {limit|device|devices}. Unbind one, or extend the licence.',
    zh: '当前授权最多 {limit} 台设备。请解绑一台，或扩容授权。',
    'zh-tw': '目前的授權最多 {limit} 台設備。請解除綁定一台，或擴充授權。',
  },
  'licence.person-limit': {
    status: 409,
    en: 'Your licence allows {limit} {limit|person|people}. Delete some, or extend the licence.',
    zh: '当前授权最多 {limit} 人。请删除部分人员，或扩容授权。',
    'zh-tw': '目前的授權最多 {limit} 人。請刪除部分人員，或擴充授權。',
  },
} as const satisfies ErrorDefinitions
