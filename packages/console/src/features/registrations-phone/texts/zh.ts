import type { register as english } from './en.ts'
import type { SameShape } from '../../../i18n/same-shape.ts'

export const register = {
  title: '{company} 人员登记',
  text: '请填写以下信息，审核通过后即可刷脸通行。',
  name: '姓名',
  phone: '手机号',
  department: '部门',
  departmentHint: '输入部门名称中的两个字进行查找，不清楚可留空',
  departmentChoose: '请从列表中选择，或留空。',
  departmentFound: '请选择您的部门：',
  departmentNone: '没有名称包含此内容的部门。',
  departmentMore: '结果较多，请输入更完整的名称。',
  departmentOther: '更换部门',
  submit: '提交登记',
  done: '登记已提交',
  doneText: '正在等待审核。请保存此链接，可随时查询结果。',
  look: '查询结果',
  asked: {
    title: '更新照片',
    text: '{company} 请 {name} 提交一张或几张新照片，以便门禁更准确地识别您。新照片通过审核前，门禁仍使用现有照片。',
    submit: '提交照片',
    done: '照片已提交',
  },
  outcome: {
    pending: '等待审核',
    pendingText: '您于 {at} 提交的登记正在等待审核，请稍后再来查看。',
    approved: '已通过',
    approvedText: '{name}，您现在可以刷脸通行了。',
    rejected: '已驳回',
    rejectedText: '原因：{reason}',
    againAsked: '请向发送链接的人索取新链接。',
    again: '请重新扫码登记。',
  },
} as const satisfies SameShape<typeof english>
