import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { useEffect, useState, type ReactNode } from 'react'
import { useText } from '../../i18n/i18n.ts'
import './copy-text.css'

/** Writes text to the clipboard; works on plain HTTP too, where browsers hide the clipboard interface. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const field = document.createElement('textarea')
    field.value = text
    field.style.position = 'fixed'
    field.style.opacity = '0'
    // inside an open dialog, which would take the focus back from anywhere else
    const place = document.activeElement?.closest('[role="dialog"]') ?? document.body
    place.append(field)
    field.select()
    // the one way that is left without a secure page; every browser still has it
    const isDone = document.execCommand('copy')
    field.remove()
    return isDone
  }
}

/** A text with a button that copies it: ids, addresses, serial numbers, commands. `what` names it for screen readers. */
export function CopyText({ text, what, children }: { text: string; what: string; children?: ReactNode }) {
  const t = useText()
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => setIsCopied(await copyText(text))
  return (
    <span className="copy-text">
      <span className="copy-text-words">{children ?? text}</span>
      <button
        type="button"
        className="copy-text-button"
        title={t('list:copy')}
        aria-label={t('list:copyWhat', { what })}
        onClick={() => void copy()}
      >
        {isCopied ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
      </button>
      <span className="for-readers" role="status">
        {isCopied ? t('list:copied') : ''}
      </span>
    </span>
  )
}
