import { App } from 'antd'
import { useCallback, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { useText } from '../../i18n/i18n.ts'

/**
 * Leaving a form with changes asks first: links, back, closing the panel, and closing the tab. Gives the function that
 * says whether there are any.
 */
export function useDirtyGuard(): (isDirty: boolean) => void {
  const isDirty = useRef(false)
  const t = useText()
  const { modal } = App.useApp()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty.current && currentLocation.pathname !== nextLocation.pathname,
  )
  const current = useRef(blocker)
  useEffect(() => {
    current.current = blocker
  })
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const dialog = modal.confirm({
      title: t('form:leave.title'),
      content: t('form:leave.text'),
      okText: t('form:leave.leave'),
      cancelText: t('form:leave.stay'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      icon: null,
      centered: true,
      onOk: () => current.current.proceed?.(),
      onCancel: () => current.current.reset?.(),
    })
    return dialog.destroy
  }, [blocker.state, modal, t])
  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => {
      if (isDirty.current) event.preventDefault()
    }
    addEventListener('beforeunload', leave)
    return () => removeEventListener('beforeunload', leave)
  }, [])
  return useCallback((now: boolean) => {
    isDirty.current = now
  }, [])
}
