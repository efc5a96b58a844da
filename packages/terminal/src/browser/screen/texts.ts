import type { Language } from '@gatehouse/contract/envelope.ts'
import { errorDefinitions } from '@gatehouse/contract/errors.ts'
import { recordWords } from '@gatehouse/contract/texts/record-words.ts'
import type { RecordWords } from '@gatehouse/contract/texts/record-words-en.ts'

const english = {
  title: 'Terminal',
  pairTitle: 'Make this device a terminal',
  pairText:
    'In the console, open Devices and choose “Add device”. Type the code shown there, or hold its QR code up to this camera.',
  limits:
    'A browser refuses some photographs and screens held up to the camera, but not all of them. Where that matters, set the active challenge, or require a card or PIN with the face; do not let it guard high-security areas alone.',
  code: 'Pairing code',
  pair: 'Pair',
  pairing: 'Pairing …',
  scan: 'Scan the QR code',
  stopScan: 'Stop scanning',
  starting: 'Loading the face engine …',
  preparing: 'Fetching people and settings …',
  ready: 'Look at the camera',
  'ic-card': 'Now hold your card to the reader',
  'qr-code': 'Now hold the QR code of your pass before the camera',
  face: 'Now look at the camera',
  typePin: 'Type your PIN',
  erase: 'Delete the last digit',
  enter: 'Done',
  blink: 'Please blink',
  'turn-left': 'Please turn your head slowly to your left',
  'turn-right': 'Please turn your head slowly to your right',
  mouth: 'Please open your mouth',
  'blink-missed': 'No blink was seen. Stay, and try again',
  'turn-missed': 'No turn of the head was seen. Stay, and try again',
  'mouth-missed': 'No open mouth was seen. Stay, and try again',
  online: 'Online',
  offline: 'Offline: decides by itself, records are sent later',
  credentialsRejected: 'The server no longer recognises this device',
  pairAgain: 'Pair again',
  waiting: 'waiting to be sent',
  full: 'No room left: records are kept without pictures',
  opened: 'Please come in',
  floors: 'Floors: {floors}',
  floorCount: '{count} floors',
  allFloors: 'All floors',
  comma: ', ',
  refused: 'No entry',
  open: 'Door open',
  heldOpen: 'The door is held open',
  heldClosed: 'The door is held closed',
  released: 'Emergency: the door is open',
  lockedDown: 'The door is locked down',
  'anti-passback': 'You are already inside',
  'came-in-lately': 'You came in a short while ago. Try again later',
  'occupancy-limit': 'The area is full',
  interlock: 'Another door is open. Wait until it has closed',
  'escort-missing': 'Your escort must show themselves first',
  'too-few-people': 'More people must show themselves',
  'first-person-missing': 'Wait until the first person has come in',
  'state-unknown': 'The server does not answer. Please ask for help',
  inside: '{count} of {max} inside at {time}',
  areaFull: 'Full: {count} of {max} inside at {time}',
  asleep: 'Touch or step in front of the camera',
  faultSecure:
    'The camera works only over HTTPS, or on the server itself under localhost. Open this page by its https:// address.',
  faultOld: 'This browser is too old for a terminal. It needs Chrome or Edge 144, or Firefox 141, or newer.',
  faultCamera: 'The camera cannot be used: allow it for this page and check that no other program uses it.',
  faultTwice: 'The terminal is open in another tab of this browser already.',
  faultEngine: 'The face engine could not be loaded',
  again: 'Try again',
}
export type Words = Readonly<Record<keyof typeof english, string>>

const simplified: Words = {
  title: '终端',
  pairTitle: '将此设备用作终端',
  pairText: '在控制台打开“设备”，选择“添加设备”，输入其中显示的配对码，或将二维码对准此摄像头。',
  limits:
    '浏览器终端能识破部分照片和屏幕翻拍，但并非全部。重要的门请启用动作活体检测，或要求人脸加卡、加密码；严禁闯入之处，请勿仅靠它把守。',
  code: '配对码',
  pair: '配对',
  pairing: '正在配对…',
  scan: '扫描二维码',
  stopScan: '停止扫描',
  starting: '正在加载人脸引擎…',
  preparing: '正在获取人员与设置…',
  ready: '请看摄像头',
  'ic-card': '请刷卡',
  'qr-code': '请出示通行二维码',
  face: '请看摄像头完成验证',
  typePin: '请输入密码',
  erase: '删除最后一位',
  enter: '确定',
  blink: '请眨眼',
  'turn-left': '请慢慢向左转头',
  'turn-right': '请慢慢向右转头',
  mouth: '请张嘴',
  'blink-missed': '未检测到眨眼，请停留并再试一次',
  'turn-missed': '未检测到转头，请停留并再试一次',
  'mouth-missed': '未检测到张嘴，请停留并再试一次',
  online: '在线',
  offline: '离线：由本机判断，记录稍后上传',
  credentialsRejected: '服务器已不认识此设备',
  pairAgain: '重新配对',
  waiting: '条待上传',
  full: '存储空间已满：记录不再附照片',
  opened: '请进',
  floors: '可到楼层：{floors}',
  floorCount: '可到 {count} 个楼层',
  allFloors: '可到所有楼层',
  comma: '、',
  refused: '禁止通行',
  open: '门已打开',
  heldOpen: '门保持常开',
  heldClosed: '门保持常闭',
  released: '紧急情况：门已打开',
  lockedDown: '门已封锁',
  'anti-passback': '您已在区域内',
  'came-in-lately': '您刚进入过，请稍后再试',
  'occupancy-limit': '区域人数已满',
  interlock: '另一扇门未关，请等它关闭',
  'escort-missing': '请陪同人先验证',
  'too-few-people': '还需其他人员验证',
  'first-person-missing': '请等首位人员进入',
  'state-unknown': '服务器无应答，请找工作人员协助',
  inside: '区域内 {count} 人，限 {max} 人（{time}）',
  areaFull: '人数已满：{count} 人，限 {max} 人（{time}）',
  asleep: '触摸屏幕或走近摄像头',
  faultSecure: '摄像头仅能在 HTTPS 下使用，或在服务器本机以 localhost 访问。请用 https:// 地址打开此页面。',
  faultOld: '浏览器版本过低，无法用作终端。请使用 Chrome 或 Edge 144、Firefox 141 或更高版本。',
  faultCamera: '无法使用摄像头：请允许此页面使用摄像头，并确认没有其他程序占用。',
  faultTwice: '终端已在此浏览器的另一个标签页中打开。',
  faultEngine: '无法加载人脸引擎',
  again: '重试',
}

const traditional: Words = {
  title: '終端機',
  pairTitle: '將此設備作為終端機',
  pairText: '在控制台開啟「設備」，選擇「新增設備」，輸入其中顯示的配對碼，或將 QR Code 對準此攝影機。',
  limits:
    '瀏覽器終端機能識破部分照片與螢幕翻拍，但並非全部。重要的門請啟用動作活體偵測，或要求人臉加卡片、加密碼；嚴禁闖入之處，請勿只靠它把守。',
  code: '配對碼',
  pair: '配對',
  pairing: '配對中…',
  scan: '掃描 QR Code',
  stopScan: '停止掃描',
  starting: '正在載入人臉引擎…',
  preparing: '正在取得人員與設定…',
  ready: '請看攝影機',
  'ic-card': '請刷卡',
  'qr-code': '請出示通行 QR Code',
  face: '請看攝影機完成驗證',
  typePin: '請輸入密碼',
  erase: '刪除最後一位',
  enter: '確定',
  blink: '請眨眼',
  'turn-left': '請慢慢向左轉頭',
  'turn-right': '請慢慢向右轉頭',
  mouth: '請張嘴',
  'blink-missed': '未偵測到眨眼，請停留並再試一次',
  'turn-missed': '未偵測到轉頭，請停留並再試一次',
  'mouth-missed': '未偵測到張嘴，請停留並再試一次',
  online: '在線',
  offline: '離線：由本機判斷，記錄稍後上傳',
  credentialsRejected: '伺服器已不認得此設備',
  pairAgain: '重新配對',
  waiting: '筆待上傳',
  full: '儲存空間已滿：記錄不再附照片',
  opened: '請進',
  floors: '可到樓層：{floors}',
  floorCount: '可到 {count} 個樓層',
  allFloors: '可到所有樓層',
  comma: '、',
  refused: '禁止通行',
  open: '門已開啟',
  heldOpen: '門保持常開',
  heldClosed: '門保持常閉',
  released: '緊急情況：門已開啟',
  lockedDown: '門已封鎖',
  'anti-passback': '您已在區域內',
  'came-in-lately': '您剛進入過，請稍後再試',
  'occupancy-limit': '區域人數已滿',
  interlock: '另一扇門未關，請等它關閉',
  'escort-missing': '請陪同人先驗證',
  'too-few-people': '還需其他人員驗證',
  'first-person-missing': '請等首位人員進入',
  'state-unknown': '伺服器無回應，請洽工作人員協助',
  inside: '區域內 {count} 人，限 {max} 人（{time}）',
  areaFull: '人數已滿：{count} 人，限 {max} 人（{time}）',
  asleep: '觸碰螢幕或走近攝影機',
  faultSecure: '攝影機僅能在 HTTPS 下使用，或在伺服器本機以 localhost 存取。請用 https:// 位址開啟此頁面。',
  faultOld: '瀏覽器版本過舊，無法作為終端機。請使用 Chrome 或 Edge 144、Firefox 141 或更新版本。',
  faultCamera: '無法使用攝影機：請允許此頁面使用攝影機，並確認沒有其他程式佔用。',
  faultTwice: '終端機已在此瀏覽器的另一個分頁中開啟。',
  faultEngine: '無法載入人臉引擎',
  again: '重試',
}

const texts: Readonly<Record<Language, Words>> = { en: english, zh: simplified, 'zh-tw': traditional }

/** All texts of the screen, in one language. */
export type Speech = {
  readonly language: Language
  /** The name of the language for `lang` attributes and voices. */
  readonly tag: string
  readonly words: Words
  readonly abnormal: RecordWords['abnormal']
  error(code: string | null, otherwise: string): string
}

const tags: Readonly<Record<Language, string>> = { en: 'en-GB', zh: 'zh-CN', 'zh-tw': 'zh-TW' }

/** A server of a newer release may send a code that this terminal does not know. */
const known: Readonly<Record<string, Readonly<Record<Language, string>>>> = errorDefinitions

export function speechOf(language: Language): Speech {
  return {
    language,
    tag: tags[language],
    words: texts[language],
    abnormal: recordWords[language].abnormal,
    error: (code, otherwise) => (code === null ? undefined : known[code]?.[language]) ?? otherwise,
  }
}

/** Before the first settings have arrived: the language of the browser. */
export function browserLanguage(): Language {
  const [first = 'en'] = navigator.languages
  if (!first.startsWith('zh')) return 'en'
  return /TW|HK|MO|Hant/i.test(first) ? 'zh-tw' : 'zh'
}
