import { App, Button } from 'antd'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { showNotice } from '../../lib/notices.ts'

const noticeSeconds = 8

/**
 * Says that something has come: on the page, with the way to it, and by the system where the person wants that and looks elsewhere. Of
 * one `key` there is never more than one on the page.
 */
export function useNotice(key: string) {
  const t = useText()
  const navigate = useNavigate()
  const { message } = App.useApp()
  return useCallback(
    (notice: { title: string; path: string; tag: string }) => {
      void showNotice(notice)
      void message.warning({
        key,
        duration: noticeSeconds,
        content: (
          <span>
            {notice.title}
            <Button
              type="link"
              size="small"
              onClick={() => {
                message.destroy(key)
                void navigate(notice.path)
              }}
            >
              {t('bell:show')}
            </Button>
          </span>
        ),
      })
    },
    [key, message, navigate, t],
  )
}
