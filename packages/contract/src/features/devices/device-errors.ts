import type { ErrorDefinitions } from '../../error-definitions.ts'

export const deviceErrors = {
  'device.not-found': {
    status: 404,
    en: 'This device no longer exists. Reload the list.',
    zh: '该设备已不存在，请刷新列表。',
    'zh-tw': '此設備已不存在，請重新整理清單。',
  },
  'device.code-wrong': {
    status: 422,
    en: 'This pairing code is wrong, used or older than 10 minutes. Make a new one in the console.',
    zh: '配对码错误、已使用或已超过 10 分钟。请在控制台重新生成。',
    'zh-tw': '配對碼錯誤、已使用或已超過 10 分鐘。請在控制台重新產生。',
  },
  'device.credentials-wrong': {
    status: 401,
    en: 'The device is no longer paired. Pair it again.',
    zh: '该设备已解除配对，请重新配对。',
    'zh-tw': '此設備已解除配對，請重新配對。',
  },
  'device.serial-taken': {
    status: 409,
    en: 'A device with the serial number {serialNumber} is paired already. Unbind it in the console first.',
    zh: '序列号为 {serialNumber} 的设备已配对。请先在控制台解绑。',
    'zh-tw': '序號 {serialNumber} 的設備已配對。請先在控制台解除綁定。',
  },
  'device.offline': {
    status: 409,
    en: 'The device is offline. Check its power and network, then try again.',
    zh: '设备离线。请检查电源和网络后重试。',
    'zh-tw': '設備離線。請檢查電源與網路後再試。',
  },
  'device.opens-for-others': {
    status: 403,
    en: 'Your role does not open or hold doors. Ask a super admin or a device admin.',
    zh: '您的角色不能开门或保持门状态，请联系超级管理员或设备管理员。',
    'zh-tw': '您的角色不能開門或保持門的狀態，請聯絡超級管理員或設備管理員。',
  },
  'device.cannot': {
    status: 422,
    en: '{name} cannot do this: terminals of its make have no such command.',
    zh: '{name} 无法执行此操作：该厂商的终端没有这条指令。',
    'zh-tw': '{name} 無法執行此操作：該廠商的終端機沒有這項指令。',
  },
  'device.changed-meanwhile': {
    status: 409,
    en: 'This is not the latest revision of the device: it has changed since it was read. Reload it, look at the change, and save again.',
    zh: '这不是该设备的最新版本：读取之后它已被修改。请重新加载，查看修改后再保存。',
    'zh-tw': '這不是該設備的最新版本：讀取之後它已被修改。請重新載入，檢視修改後再儲存。',
  },
  'device.direction-of-door': {
    status: 409,
    en: 'The door “{door}” says which way its reader leads. Change the reader there.',
    zh: '通行方向由门“{door}”的读头设置决定。请在该门处修改读头。',
    'zh-tw': '通行方向由門「{door}」的讀頭設定決定。請在該門處修改讀頭。',
  },
  'device.schema-invalid': {
    status: 422,
    en: 'The device’s definition of its settings is not valid: check “{key}”.',
    zh: '设备上报的设置定义有误，请检查“{key}”。',
    'zh-tw': '設備回報的設定定義有誤，請檢查「{key}」。',
  },
  'device.schema-missing': {
    status: 409,
    en: 'This device has not reported its settings yet. Wait until it has been online once.',
    zh: '这台设备尚未上报可设置的内容，请等它上线一次。',
    'zh-tw': '這台設備尚未回報可設定的內容，請等它上線一次。',
  },
  'device.schema-unsent': {
    status: 409,
    en: 'The program of this device does not report what can be set, so nothing can be set from here. Install a version of it that does, or ask its maker.',
    zh: '这台设备的程序不上报可设置的内容，无法从这里设置。请安装支持上报的程序版本，或联系设备厂商。',
    'zh-tw': '這台設備的程式不回報可設定的內容，無法從這裡設定。請安裝支援回報的程式版本，或洽設備廠商。',
  },
  'device.setting-refused': {
    status: 422,
    en: 'The device does not accept these settings: {fields}.',
    zh: '设备不接受这样的设置：{fields}。',
    'zh-tw': '設備不接受這樣的設定：{fields}。',
  },
  'announcement.not-found': {
    status: 404,
    en: 'This terminal is no longer waiting. Reload the list.',
    zh: '此终端已不在等待，请刷新列表。',
    'zh-tw': '此終端機已不在等候，請重新整理清單。',
  },
  'announcement.rejected': {
    status: 403,
    en: 'An administrator rejected this terminal. It can ask again tomorrow.',
    zh: '管理员拒绝了此终端，明天可再次申请。',
    'zh-tw': '管理員拒絕了此終端機，明天可再次申請。',
  },
  'command.not-found': {
    status: 404,
    en: 'This command no longer exists.',
    zh: '该指令已不存在。',
    'zh-tw': '此指令已不存在。',
  },
  'command.finished': {
    status: 409,
    en: 'This command has already finished.',
    zh: '该指令已结束。',
    'zh-tw': '此指令已結束。',
  },
  'relay.unset': {
    status: 409,
    en: 'No network relay is set for this device.',
    zh: '该设备的设置中没有网络继电器。',
    'zh-tw': '此設備的設定中沒有網路繼電器。',
  },
  'relay.failed': {
    status: 409,
    en: 'The network relay does not answer. Check its address and power.',
    zh: '网络继电器没有应答，请检查其地址和电源。',
    'zh-tw': '網路繼電器沒有回應，請檢查其位址與電源。',
  },
} as const satisfies ErrorDefinitions
