import { z } from 'zod'
import {
  type SettingDefinition,
  settingDefinition,
  type SettingsSchema,
  settingsSchema,
  type Words,
} from './settings-schema.ts'

/*
 * The settings of Gatehouse's own terminals: everything that the specification's section 3 names, with the ranges and
 * defaults of the reference where it gives any. One table: the wire document, the schema that the terminal reports and
 * the values that it works by are all made from it.
 */

const w = (en: string, zh: string, zhTw: string): Words => ({ en, zh, 'zh-tw': zhTw })

type Extra = { hint?: Words; onlyWith?: { key: string; values: (boolean | string)[] } }

const flag = <K extends string>(section: string, key: K, label: Words, value: boolean, extra: Extra = {}) => ({
  kind: 'boolean' as const,
  section,
  key,
  label,
  default: value,
  ...extra,
})
const number = <K extends string>(
  section: string,
  key: K,
  label: Words,
  bounds: { min: number; max: number; step: number; default: number; unit?: Words },
  extra: Extra = {},
) => ({ kind: 'number' as const, section, key, label, ...bounds, ...extra })
const choice = <K extends string, const V extends string>(
  section: string,
  key: K,
  label: Words,
  options: readonly { value: V; label: Words }[],
  value: NoInfer<V>,
  extra: Extra = {},
): {
  kind: 'choice'
  section: string
  key: K
  label: Words
  options: { value: V; label: Words }[]
  default: V
} & Extra => ({
  kind: 'choice',
  section,
  key,
  label,
  options: [...options],
  default: value,
  ...extra,
})
const choices = <K extends string, const V extends string>(
  section: string,
  key: K,
  label: Words,
  options: readonly { value: V; label: Words }[],
  extra: Extra = {},
): {
  kind: 'choices'
  section: string
  key: K
  label: Words
  options: { value: V; label: Words }[]
  default: V[]
} & Extra => ({
  kind: 'choices',
  section,
  key,
  label,
  options: [...options],
  default: [],
  ...extra,
})
const text = <K extends string>(section: string, key: K, label: Words, maxBytes: number, extra: Extra = {}) => ({
  kind: 'text' as const,
  section,
  key,
  label,
  maxBytes,
  default: '',
  ...extra,
})
const time = <K extends string>(section: string, key: K, label: Words, value: string, extra: Extra = {}) => ({
  kind: 'time' as const,
  section,
  key,
  label,
  default: value,
  ...extra,
})
const moment = <K extends string>(section: string, key: K, label: Words, extra: Extra & { after?: string } = {}) => ({
  kind: 'moment' as const,
  section,
  key,
  label,
  default: '',
  ...extra,
})

const seconds = w('s', '秒', '秒')
const none = { value: 'none', label: w('Not used', '不使用', '不使用') } as const
const inputs = [
  none,
  { value: 'door-magnet', label: w('Door magnet', '门磁', '門磁') },
  { value: 'exit-button', label: w('Exit button', '出门按钮', '出門按鈕') },
  { value: 'fire-signal', label: w('Fire signal', '消防信号', '消防訊號') },
] as const

const lostSides = [
  { value: 'opens', label: w('The door opens', '开门', '開門') },
  { value: 'stays', label: w('The door stays as it is', '保持不变', '保持不變') },
] as const

export const ownSettings = [
  // usage
  flag('usage', 'isRunning', w('In service', '启用设备', '啟用設備'), true, {
    hint: w('If off, the door opens for nobody.', '关闭后，此门不为任何人打开。', '關閉後，此門不為任何人開啟。'),
  }),
  choice(
    'usage',
    'personMode',
    w('Mode', '使用模式', '使用模式'),
    [
      { value: 'single', label: w('One person', '单人', '單人') },
      { value: 'multi', label: w('Several people', '多人', '多人') },
    ],
    'single',
    {
      hint: w(
        'Several people: faces behind each other are recognised without waiting for the first person to leave.',
        '多人模式下，前一个人尚未离开即可识别后面的人。',
        '多人模式下，前一個人尚未離開即可識別後面的人。',
      ),
    },
  ),
  choice(
    'usage',
    'verificationMode',
    w('Verification mode', '验证方式', '驗證方式'),
    [
      { value: 'face', label: w('Face', '人脸', '人臉') },
      { value: 'face-or-card', label: w('Face or card', '人脸或卡', '人臉或卡片') },
      { value: 'face-and-card', label: w('Face and card', '人脸加卡', '人臉加卡片') },
      { value: 'face-or-id-card', label: w('Face or ID card', '人脸或身份证', '人臉或身分證') },
      { value: 'face-and-id-card', label: w('Face and ID card', '人脸加身份证', '人臉加身分證') },
      { value: 'face-or-qr-code', label: w('Face or QR code', '人脸或二维码', '人臉或 QR Code') },
      { value: 'face-and-qr-code', label: w('Face and QR code', '人脸加二维码', '人臉加 QR Code') },
      {
        value: 'face-or-qr-code-or-card',
        label: w('Face, QR code or card', '人脸、二维码或卡', '人臉、QR Code 或卡片'),
      },
      { value: 'face-and-pin', label: w('Face and PIN', '人脸加密码', '人臉加密碼') },
      { value: 'card-and-pin', label: w('Card and PIN', '卡加密码', '卡片加密碼') },
      { value: 'face-and-card-and-pin', label: w('Face, card and PIN', '人脸、卡加密码', '人臉、卡片加密碼') },
      { value: 'id-card', label: w('ID card', '身份证', '身分證') },
      { value: 'bluetooth', label: w('Bluetooth', '蓝牙', '藍牙') },
    ],
    'face',
    {
      hint: w(
        'If a card, PIN or code is also required, a face alone does not open. Cards and PINs are set in the staff list.',
        '需要同时出示卡、密码或二维码时，仅凭人脸无法开门。卡号与密码取自员工资料。',
        '需要同時出示卡片、密碼或 QR Code 時，僅憑人臉無法開門。卡號與密碼取自員工資料。',
      ),
    },
  ),
  flag('usage', 'duressPin', w('Duress PIN', '胁迫密码', '脅迫密碼'), false, {
    hint: w(
      'The own PIN with its last digit raised by one (9 becomes 0) opens as usual and raises a silent alarm.',
      '输入末位加一的本人密码（9 变为 0），照常开门，并发出无声告警。',
      '輸入末位加一的本人密碼（9 變為 0），照常開門，並發出無聲警報。',
    ),
    onlyWith: { key: 'verificationMode', values: ['face-and-pin', 'card-and-pin', 'face-and-card-and-pin'] },
  }),
  number(
    'usage',
    'repeatSeconds',
    w('Re-recognition interval', '重复识别间隔', '重複識別間隔'),
    {
      min: 0,
      max: 1800,
      step: 1,
      default: 5,
      unit: seconds,
    },
    {
      hint: w(
        'The same person is not recorded again within this time.',
        '在此时间内，同一人不再重复记录。',
        '在此時間內，同一人不再重複記錄。',
      ),
    },
  ),

  number(
    'usage',
    'keepRecordsDays',
    w('Keep delivered records', '已上传记录保留', '已上傳記錄保留'),
    {
      min: 0,
      max: 30,
      step: 1,
      default: 7,
      unit: w('days', '天', '天'),
    },
    {
      hint: w(
        'How long the device keeps delivered records, to send them again to a server restored from an older backup.',
        '设备在此期间保留已上传的记录；服务器恢复较早的备份后，会再次上传。',
        '設備在此期間保留已上傳的記錄；伺服器還原較早的備份後，會再次上傳。',
      ),
    },
  ),

  // recognition
  choice(
    'recognition',
    'faceThresholdBy',
    w('Face threshold', '人脸阈值', '人臉閾值'),
    [
      { value: 'automatic', label: w('Automatic', '自动', '自動') },
      { value: 'by-hand', label: w('By hand', '手动', '手動') },
    ],
    'automatic',
    {
      hint: w(
        'Automatic: by the people on the device, the strangers seen here and the number below.',
        '自动：根据设备上的人数、此处出现的陌生人以及下方的陌生人数调整。',
        '自動：依設備上的人數、此處出現的陌生人以及下方的陌生人數調整。',
      ),
    },
  ),
  choice(
    'recognition',
    'falseOpenings',
    w('At most one false opening in', '误开不超过', '誤開不超過'),
    [
      { value: '100', label: w('100 strangers', '每 100 名陌生人 1 次', '每 100 名陌生人 1 次') },
      { value: '300', label: w('300 strangers', '每 300 名陌生人 1 次', '每 300 名陌生人 1 次') },
      { value: '1000', label: w('1,000 strangers', '每 1,000 名陌生人 1 次', '每 1,000 名陌生人 1 次') },
      { value: '10000', label: w('10,000 strangers', '每 10,000 名陌生人 1 次', '每 10,000 名陌生人 1 次') },
    ],
    '300',
    {
      hint: w(
        'A higher number lets in fewer wrong people, and lets more of the right people look twice.',
        '人数越多，误放的他人越少，而本人需要再看一次或刷卡的情况越多。',
        '人數越多，誤放的他人越少，而本人需要再看一次或刷卡的情況越多。',
      ),
    },
  ),
  number(
    'recognition',
    'faceThreshold',
    w('Face recognition threshold', '人脸识别阈值', '人臉識別閾值'),
    {
      min: 0,
      max: 1,
      step: 0.01,
      default: 0.56,
    },
    {
      onlyWith: { key: 'faceThresholdBy', values: ['by-hand'] },
      hint: w(
        'Similarity that a face must reach. Higher refuses more of the right people, lower lets in more wrong ones.',
        '人脸需达到的相似度。调高会误拒更多本人，调低会误认更多他人。',
        '人臉需達到的相似度。調高會誤拒更多本人，調低會誤認更多他人。',
      ),
    },
  ),
  number(
    'recognition',
    'faceLead',
    w('Lead over the next person', '与第二相似者的差距', '與第二相似者的差距'),
    {
      min: 0,
      max: 1,
      step: 0.01,
      default: 0.05,
    },
    {
      hint: w(
        'How much more similar the best match must be than the second. Raise it where people look alike.',
        '最相似者须比第二相似者高出的程度。人员长相接近时请调高。',
        '最相似者須比第二相似者高出的程度。人員長相接近時請調高。',
      ),
    },
  ),
  number(
    'recognition',
    'minFaceWidth',
    w('Recognition width', '识别宽度', '識別寬度'),
    {
      min: 0,
      max: 2000,
      step: 1,
      default: 48,
      unit: w('px', '像素', '像素'),
    },
    {
      hint: w('Smaller faces are ignored.', '小于此宽度的人脸不识别。', '小於此寬度的人臉不識別。'),
    },
  ),
  number(
    'recognition',
    'recognitionDistance',
    w('Recognition distance', '识别距离', '識別距離'),
    {
      min: 0.5,
      max: 3,
      step: 0.1,
      default: 2,
      unit: w('m', '米', '公尺'),
    },
    {
      hint: w('How far away a person may stand.', '人可以站在多远处被识别。', '人可以站在多遠處被識別。'),
    },
  ),
  flag('recognition', 'livenessCheck', w('Liveness check', '活体检测', '活體偵測'), true, {
    hint: w(
      'Refuses many photographs and screens held up to the camera, but not all, and sometimes a real face.',
      '能识破许多照片和屏幕翻拍，但并非全部；偶尔也会误拒本人。',
      '能識破許多照片與螢幕翻拍，但並非全部；偶爾也會誤拒本人。',
    ),
  }),
  number(
    'recognition',
    'livenessThreshold',
    w('Liveness threshold', '活体阈值', '活體閾值'),
    {
      min: 0,
      max: 1,
      step: 0.01,
      default: 0.5,
    },
    {
      onlyWith: { key: 'livenessCheck', values: [true] },
      hint: w(
        'Higher refuses more photographs, and more real faces too.',
        '调高会拒绝更多照片，也会误拒更多本人。',
        '調高會拒絕更多照片，也會誤拒更多本人。',
      ),
    },
  ),
  number(
    'recognition',
    'idCardThreshold',
    w('Person-ID comparison threshold', '人证比对阈值', '人證比對閾值'),
    {
      min: 0,
      max: 1,
      step: 0.01,
      default: 0.6,
    },
    {
      onlyWith: { key: 'verificationMode', values: ['face-or-id-card', 'face-and-id-card', 'id-card'] },
      hint: w(
        'Similarity that a face must reach with the picture of the ID card.',
        '人脸与身份证照片需达到的相似度。',
        '人臉與身分證照片需達到的相似度。',
      ),
    },
  ),

  // prompts
  text('prompts', 'welcomeText', w('Main welcome', '主界面欢迎语', '主畫面歡迎語'), 64),
  text('prompts', 'successText', w('Success welcome', '识别成功提示语', '識別成功提示語'), 64),
  text('prompts', 'failureText', w('Failure prompt', '识别失败提示语', '識別失敗提示語'), 64),
  choices('prompts', 'successFields', w('Extra fields on success', '成功时附加显示', '成功時附加顯示'), [
    { value: 'job-id', label: w('Job ID', '工号', '工號') },
    { value: 'department', label: w('Department', '部门', '部門') },
    { value: 'position', label: w('Position', '职位', '職稱') },
    { value: 'id-number', label: w('ID number', '证件号', '證件號碼') },
    { value: 'remark', label: w('Remark', '备注', '備註') },
  ]),
  flag('prompts', 'showAvatar', w('Show the picture after success', '成功后显示头像', '成功後顯示頭像'), true),
  choice(
    'prompts',
    'showName',
    w('Show the name after success', '成功后显示姓名', '成功後顯示姓名'),
    [
      { value: 'full', label: w('Full name', '全名', '全名') },
      { value: 'masked', label: w('Partly hidden', '部分隐藏', '部分隱藏') },
      { value: 'none', label: w('No name', '不显示', '不顯示') },
    ],
    'full',
  ),
  flag('prompts', 'voiceBroadcast', w('Voice broadcast', '语音播报', '語音播報'), true),
  text('prompts', 'blacklistText', w('Blacklist prompt', '黑名单提示语', '黑名單提示語'), 64),
  flag(
    'prompts',
    'opensForBlacklisted',
    w('Blacklisted people open the door', '黑名单人员可开门', '黑名單人員可開門'),
    false,
  ),

  // door
  choice(
    'door',
    'doorOpenMethod',
    w('Door open method', '开门方式', '開門方式'),
    [
      { value: 'local-relay', label: w('Local relay', '本地继电器', '本機繼電器') },
      { value: 'network-relay', label: w('Network relay', '网络继电器', '網路繼電器') },
      { value: 'wiegand-26-8', label: w('Wiegand 26 (8+16)', '韦根 26 (8+16)', '韋根 26 (8+16)') },
      { value: 'wiegand-26-24', label: w('Wiegand 26 (24)', '韦根 26 (24)', '韋根 26 (24)') },
      { value: 'wiegand-32', label: w('Wiegand 32', '韦根 32', '韋根 32') },
      { value: 'wiegand-34', label: w('Wiegand 34', '韦根 34', '韋根 34') },
    ],
    'local-relay',
  ),
  text('door', 'networkRelayAddress', w('Network relay address', '网络继电器地址', '網路繼電器位址'), 128, {
    onlyWith: { key: 'doorOpenMethod', values: ['network-relay'] },
    hint: w(
      'IP address or host name, with the port where needed.',
      'IP 地址或主机名，必要时带端口。',
      'IP 位址或主機名稱，必要時加上連接埠。',
    ),
  }),
  number('door', 'doorOpenSeconds', w('Door-open time', '开门时长', '開門時間'), {
    min: 1,
    max: 30,
    step: 1,
    default: 6,
    unit: seconds,
  }),
  number(
    'door',
    'doorMagnetSeconds',
    w('Door-magnet timeout', '门磁超时', '門磁逾時'),
    {
      min: 1,
      max: 600,
      step: 1,
      default: 30,
      unit: seconds,
    },
    {
      hint: w(
        'A door that stays open longer raises an alarm.',
        '门开着超过此时间会触发告警。',
        '門開著超過此時間會觸發警報。',
      ),
    },
  ),
  choice('door', 'fireWireLost', w('Fire wire lost', '消防线路断开', '消防線路斷開'), lostSides, 'opens', {
    hint: w(
      'What the door does while the wire of the fire input is cut.',
      '消防信号线断开期间门的状态。',
      '消防訊號線斷開期間門的狀態。',
    ),
  }),
  choice(
    'door',
    'exitWireLost',
    w('Exit button wire lost', '出门按钮线路断开', '出門按鈕線路斷開'),
    lostSides,
    'stays',
    {
      hint: w(
        'While the wire of the exit button is cut, nobody can open the door by it.',
        '出门按钮线断开期间，按钮无法开门。',
        '出門按鈕線斷開期間，按鈕無法開門。',
      ),
    },
  ),
  flag('door', 'doorbellButton', w('Doorbell button', '门铃按钮', '門鈴按鈕'), false),
  flag('door', 'buzzerAlarm', w('Buzzer alarm', '蜂鸣器报警', '蜂鳴器警報'), true),

  // wiring
  choice(
    'wiring',
    'gpioA',
    w('GPIO A (output)', 'GPIO A（输出）', 'GPIO A（輸出）'),
    [
      none,
      { value: 'doorbell', label: w('Doorbell', '门铃', '門鈴') },
      { value: 'alarm', label: w('Alarm', '报警器', '警報器') },
    ],
    'none',
  ),
  choice('wiring', 'gpioB', w('GPIO B (input)', 'GPIO B（输入）', 'GPIO B（輸入）'), inputs, 'none'),
  choice('wiring', 'gpioC', w('GPIO C (input)', 'GPIO C（输入）', 'GPIO C（輸入）'), inputs, 'none'),
  choice(
    'wiring',
    'wiegandInput',
    w('Wiegand input', '韦根输入', '韋根輸入'),
    [
      none,
      { value: 'wiegand-26-8', label: w('Wiegand 26 (8+16)', '韦根 26 (8+16)', '韋根 26 (8+16)') },
      { value: 'wiegand-26-24', label: w('Wiegand 26 (24)', '韦根 26 (24)', '韋根 26 (24)') },
      { value: 'wiegand-32', label: w('Wiegand 32', '韦根 32', '韋根 32') },
      { value: 'wiegand-34', label: w('Wiegand 34', '韦根 34', '韋根 34') },
    ],
    'none',
  ),

  // system
  choice(
    'system',
    'language',
    w('System language', '系统语言', '系統語言'),
    [
      { value: 'zh', label: w('Simplified Chinese', '简体中文', '簡體中文') },
      { value: 'en', label: w('English', '英文', '英文') },
      { value: 'zh-tw', label: w('Traditional Chinese', '繁体中文', '繁體中文') },
    ],
    'en',
  ),
  flag('system', 'autoRestart', w('Restart every day', '每日自动重启', '每日自動重新啟動'), true),
  time('system', 'restartTime', w('Restart time', '重启时间', '重新啟動時間'), '02:00', {
    onlyWith: { key: 'autoRestart', values: [true] },
    hint: w("By the device's own clock.", '以设备所在时区为准。', '以設備所在時區為準。'),
  }),
  flag('system', 'autoStandby', w('Standby', '自动待机', '自動待機'), true),
  number(
    'system',
    'standbySeconds',
    w('Standby after', '待机等待时间', '待機等待時間'),
    {
      min: 10,
      max: 600,
      step: 1,
      default: 60,
      unit: seconds,
    },
    { onlyWith: { key: 'autoStandby', values: [true] } },
  ),
  choice(
    'system',
    'fillLight',
    w('Fill light', '补光灯', '補光燈'),
    [
      { value: 'off', label: w('Off', '关闭', '關閉') },
      { value: 'auto', label: w('Automatic', '自动', '自動') },
      { value: 'on', label: w('On', '常亮', '常亮') },
    ],
    'auto',
  ),

  // people made at the device
  choice(
    'authorization',
    'authorizationWay',
    w('Authorisation method', '授权方式', '授權方式'),
    [
      { value: 'permanent', label: w('Permanent', '永久', '永久') },
      { value: 'duration', label: w('For a duration', '时长', '時長') },
      { value: 'period', label: w('Start and end', '起止时间', '起訖時間') },
    ],
    'permanent',
    {
      hint: w(
        'How long a person who was added at the device may pass.',
        '在设备上直接登记的人员可通行多久。',
        '在設備上直接登記的人員可通行多久。',
      ),
    },
  ),
  number(
    'authorization',
    'authorizationDays',
    w('Duration', '授权时长', '授權時長'),
    {
      min: 1,
      max: 3650,
      step: 1,
      default: 30,
      unit: w('days', '天', '天'),
    },
    { onlyWith: { key: 'authorizationWay', values: ['duration'] } },
  ),
  moment('authorization', 'authorizationStart', w('Start time', '开始时间', '開始時間'), {
    onlyWith: { key: 'authorizationWay', values: ['period'] },
  }),
  moment('authorization', 'authorizationEnd', w('End time', '结束时间', '結束時間'), {
    onlyWith: { key: 'authorizationWay', values: ['period'] },
    after: 'authorizationStart',
  }),
] as const

/** The default of every setting of our own model, by its key. */
export type OwnSettings = { [S in (typeof ownSettings)[number] as S['key']]: S['default'] }

/** The setting as one of our terminals reports it. */
export const ownSettingsSchema: SettingsSchema = settingsSchema.parse({
  sections: [
    { key: 'usage', label: w('Usage', '使用', '使用') },
    { key: 'door', label: w('Door', '门控', '門控') },
    { key: 'prompts', label: w('Prompts', '提示', '提示') },
    { key: 'recognition', label: w('Recognition', '识别', '識別') },
    { key: 'authorization', label: w('People added at the device', '设备端登记人员', '設備端登記人員') },
    { key: 'system', label: w('System', '系统', '系統') },
    { key: 'wiring', label: w('Wiring', '接线', '接線') },
  ],
  settings: ownSettings.map((definition) => settingDefinition.parse(definition)),
} satisfies z.input<typeof settingsSchema>)

/**
 * A page in a browser describes two settings differently: its own relay is only shown, and not every page may call
 * another one.
 */
export const wordsOfPages = {
  localRelay: w('Shown on the screen only', '仅在屏幕上显示', '僅在螢幕上顯示'),
  relayHint: w(
    'Address and port, called by the server; while it is down, by this page (HTTPS: Chrome and Edge only, own network only).',
    'IP 地址或主机名，必要时带端口。由服务器调用；服务器不可用时由页面直接调用，HTTPS 页面仅 Chrome 与 Edge 允许，且仅限本地网络。',
    'IP 位址或主機名稱，必要時加上連接埠。由伺服器呼叫；伺服器無法使用時由頁面直接呼叫，HTTPS 頁面僅 Chrome 與 Edge 允許，且僅限區域網路。',
  ),
}
const isOfPages = (words: Words | undefined): boolean =>
  Object.values(wordsOfPages).some(
    (known) => known.en === words?.en && known.zh === words.zh && known['zh-tw'] === words['zh-tw'],
  )

const ownByKey = new Map(ownSettingsSchema.settings.map((definition) => [definition.key, definition]))

/**
 * A schema as people read it: a key of ours has our label and stands in our section, whatever its device says.
 * Otherwise the holder of a device's secret could give a harmless name to a setting that opens the door, and a template
 * would copy it to other doors.
 */
export function inOurWords(schema: SettingsSchema): SettingsSchema {
  const settings = schema.settings.map(calledByUs)
  const told = new Map(schema.sections.map((section) => [section.key, section]))
  for (const section of ownSettingsSchema.sections)
    if (settings.some((setting) => setting.section === section.key && ownByKey.has(setting.key)))
      told.set(section.key, section)
  const used = new Set(settings.map(({ section }) => section))
  return { sections: [...told.values()].filter(({ key }) => used.has(key)), settings }
}

function calledByUs(definition: SettingDefinition): SettingDefinition {
  const ours = ownByKey.get(definition.key)
  if (ours === undefined) return definition
  const { label, section } = ours
  const words = { label, section, hint: isOfPages(definition.hint) ? definition.hint : ours.hint }
  switch (definition.kind) {
    case 'choice':
    case 'choices':
      return Object.assign({}, definition, words, {
        options: definition.options.map((option) => optionOf(ours, option)),
      })
    case 'number':
      return Object.assign({}, definition, words, { unit: ours.kind === 'number' ? ours.unit : undefined })
    case 'boolean':
    case 'text':
    case 'time':
    case 'moment':
      return Object.assign({}, definition, words)
  }
}

function optionOf<T extends { value: string; label: Words }>(ours: SettingDefinition, option: T): T {
  if (isOfPages(option.label) || (ours.kind !== 'choice' && ours.kind !== 'choices')) return option
  const label = ours.options.find(({ value }) => value === option.value)?.label ?? option.label
  return Object.assign({}, option, { label })
}

/**
 * Values that lead out of the device, or open it to more people: an administrator may set them, a model may not have them as its
 * default. The holder of a device's secret decides its schema; the defaults of a schema become wanted values, and templates copy them.
 */
const neverDefault = {
  networkRelayAddress: (value) => value !== '',
  doorOpenMethod: (value) => value === 'network-relay',
  opensForBlacklisted: (value) => value !== false,
} satisfies Partial<Record<keyof OwnSettings, (value: unknown) => boolean>>
const forAdministrators = new Map<string, (value: unknown) => boolean>(Object.entries(neverDefault))

/** Whether a schema has a default that only an administrator may set. */
export const isForAdministrators = ({ key, default: value }: { key: string; default: unknown }): boolean =>
  forAdministrators.get(key)?.(value) ?? false

/** The defaults, as the wire and the terminal take them. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type is made from the same table
export const ownDefaults = Object.fromEntries(ownSettings.map(({ key, default: value }) => [key, value])) as OwnSettings

type OwnShape = { [K in keyof OwnSettings]: z.ZodDefault<z.ZodType<OwnSettings[K], OwnSettings[K]>> }

/** The settings as fields of the wire document; a setting that an older side does not know takes its default. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type is made from the same table
export const ownShape = Object.fromEntries(
  ownSettings.map((definition) => [definition.key, fieldOf(definition)]),
) as OwnShape

function fieldOf(definition: (typeof ownSettings)[number]): z.ZodType {
  switch (definition.kind) {
    case 'boolean':
      return z.boolean().default(definition.default)
    case 'number':
      return z.number().min(definition.min).max(definition.max).default(definition.default)
    case 'choice':
      return z.enum(definition.options.map(({ value }) => value)).default(definition.default)
    case 'choices':
      return z.array(z.enum(definition.options.map(({ value }) => value))).default(definition.default)
    case 'text':
    case 'time':
    case 'moment':
      return z.string().max(1024).default(definition.default)
  }
}
