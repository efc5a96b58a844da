import type { errors as english } from '../en/errors.ts'
import type { SameShape } from '../same-shape.ts'

export const errors = {
  title: '錯誤',
  request: '請求錯誤，請稍後再試',
  response: '回應錯誤，請稍後再試',
  session: {
    title: '工作階段錯誤',
    text: '登入已逾時，請重新登入後再試',
  },
  server: {
    title: '控制台無法開啟',
    next: '即將返回登入頁。',
  },
  permissionDenied: '沒有權限',
  dataLoading: '資料載入錯誤，點按重新整理再試一次',
  imageUpload: '圖片上傳失敗，請檢查網路後再試。',
  fileUnreadable: '無法讀取這個檔案，檔案可能已被移動或尚未從雲端下載，請重新選擇。',
  chunk: {
    title: '頁面無法載入',
    text: '控制台的一部分未能送達。請檢查網路；也可能控制台剛完成升級。',
  },
  page: {
    title: '此頁面發生錯誤',
    text: '資料已安全保存在伺服器上。請重新載入頁面；若再次發生，請將剛才的操作告知管理員。',
  },
  notFound: {
    title: '找不到這個頁面',
    text: '網址可能有誤、頁面可能已移動，或您的角色無權存取。',
  },
  noSuchThing: '此網址沒有對應的內容，網址可能有誤。',
  forbidden: {
    title: '沒有權限',
    text: '您的角色不包含此功能。如有需要，請聯絡超級管理員。',
  },
  licenceWorse: {
    title: '此授權的內容較少',
    lead: '它將取代先前的授權，以下內容會變差：',
    trial: '30 天試用將取代已購買的授權。',
    edition: '版本：由{from}變為{to}。',
    end: '到期日：由 {from} 變為 {to}。',
    devices: '設備上限：由 {from} 變為 {to}。',
    people: '人員上限：由 {from} 變為 {to}。',
    devicesTaken: '已使用 {from} 台設備，此授權最多 {to} 台：將無法再新增。',
    peopleTaken: '已有 {from} 人，此授權最多 {to} 人：將無法再新增。',
    devicesMore: '已使用的設備超過此授權的上限（{to} 台）：將無法再新增。',
    peopleMore: '現有人員超過此授權的上限（{to} 人）：將無法再新增。',
    internet: '此授權不允許從網際網路存取本系統。',
    noLimit: '不限',
    enterprise: '企業版',
    cloud: '雲端版',
    accept: '仍要啟用',
    keep: '保留現有授權',
  },
  reload: '重新載入',
  retry: '再試一次',
  home: '返回控制台',
  ok: '確定',
  requestId: '請求編號 {id}',
} as const satisfies SameShape<typeof english>
