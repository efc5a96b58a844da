import type { ErrorDefinitions } from '../../error-definitions.ts'

export const storageErrors = {
  'storage.thresholds-crossed': {
    status: 422,
    en: 'History can only be overwritten below the space at which the dashboard warns. Lower the second figure, or raise the first.',
    zh: '开始覆盖历史数据的空间不能大于提醒空间，请调低覆盖阈值或调高提醒阈值。',
    'zh-tw': '開始覆寫歷史資料的空間不可大於警示空間，請調低覆寫門檻或調高警示門檻。',
  },
} as const satisfies ErrorDefinitions
