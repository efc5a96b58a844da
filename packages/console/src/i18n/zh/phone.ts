import type { phone as english } from '../en/phone.ts'
import type { SameShape } from '../same-shape.ts'

export const phone = {
  language: '语言',
  failed: '操作未成功',
  retry: '重试',
  opening: '正在打开…',
  required: '请填写此项。',
  tooLong: '最多 {max} 个字符。',
  phoneForm: '请输入数字；非大陆号码需带区号，如 +10-123456。',
  emailForm: '邮箱格式不正确。',
  optional: '选填',
  unknown: {
    title: '链接无效',
    text: '链接不完整、已使用或已撤回。请联系发送者重新获取。',
  },
  portrait: {
    label: '人脸照片',
    rules: '正面拍摄，光线均匀，请勿佩戴口罩、墨镜或帽子。',
    take: '拍照',
    choose: '选择图片',
    again: '重新拍照',
    chooseAgain: '换一张图片',
    several: '最多可添加 {most} 张本人照片：不同日期或不同光线下的两三张，能让门禁识别得更准。',
    takeMore: '再拍一张',
    chooseMore: '添加更多',
    wait: '请等待照片检查完成。',
    number: '照片 {number}',
    tooMany: '最多可添加 {most} 张照片，已略过 {left} 张。',
    checking: '正在检测照片…',
    good: '照片合格。',
    bad: '这张照片不能使用：',
    unchecked: '这张照片未能检测：',
    picture: '您的照片，已标出人脸',
    preview: '您的照片',
    required: '请提供照片，以便门禁识别您。',
  },
} as const satisfies SameShape<typeof english>
