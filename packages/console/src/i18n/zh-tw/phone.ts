import type { phone as english } from '../en/phone.ts'
import type { SameShape } from '../same-shape.ts'

export const phone = {
  language: '語言',
  failed: '操作未成功',
  retry: '再試一次',
  opening: '正在開啟…',
  required: '請填寫此欄。',
  tooLong: '最多 {max} 個字元。',
  phoneForm: '請輸入數字；非中國大陸號碼須加國碼，例如 +10-123456。',
  emailForm: '電子郵件格式不正確。',
  optional: '選填',
  unknown: {
    title: '連結無效',
    text: '連結不完整、已使用或已撤回。請向傳送者索取新的連結。',
  },
  portrait: {
    label: '臉部照片',
    rules: '正面拍攝，光線均勻，請勿配戴口罩、墨鏡或帽子。',
    take: '拍照',
    choose: '選擇圖片',
    again: '重新拍照',
    chooseAgain: '換一張圖片',
    several: '最多可加入 {most} 張本人照片：不同日期或不同光線下的兩三張，能讓門禁辨識得更準。',
    takeMore: '再拍一張',
    chooseMore: '加入更多',
    wait: '請等待照片檢查完成。',
    number: '照片 {number}',
    tooMany: '最多可加入 {most} 張照片，已略過 {left} 張。',
    checking: '正在檢查照片…',
    good: '照片合格。',
    bad: '這張照片無法使用：',
    unchecked: '這張照片未能檢測：',
    picture: '您的照片，已框出臉部',
    preview: '您的照片',
    required: '請提供照片，門禁才能認出您。',
  },
} as const satisfies SameShape<typeof english>
