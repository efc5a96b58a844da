import { SearchOutlined } from '@ant-design/icons'
import { Input, type InputRef } from 'antd'
import { useEffect, useRef, useState, type CSSProperties } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { useSlashSearches } from './list-keys.ts'

const quietMs = 300

/** For the width of the box: a Chinese character is as wide as two letters. */
const hintLength = (hint: string): CSSProperties & Record<'--hint-length', number> => ({
  '--hint-length': [...hint].reduce((sum, letter) => sum + (letter > '\u2e80' ? 2.2 : 1), 0),
})

/** The search box of a list: asks when somebody stops typing, and follows the address when that changes (back, clear). */
export function ListSearch(props: { value: string; hint: string; onSearch: (keyword: string) => void }) {
  const { value, onSearch } = props
  const t = useText()
  const input = useRef<InputRef>(null)
  const [typed, setTyped] = useState({ text: value, from: value, asked: value })
  // The address changed under the box: what it says now is what is searched. Only of what was asked here it comes late, and
  // somebody may have typed on since.
  if (typed.from !== value) setTyped({ text: value === typed.asked ? typed.text : value, from: value, asked: value })
  useSlashSearches(input)
  const ask = (asked: string) => {
    setTyped((typed) => ({ ...typed, asked }))
    onSearch(asked)
  }
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  useEffect(() => {
    if (typed.text.trim() === value) return
    const timer = setTimeout(() => latest.current(typed.text.trim()), quietMs)
    return () => clearTimeout(timer)
  }, [typed.text, value])
  return (
    <Input
      ref={input}
      className="list-search"
      style={hintLength(props.hint)}
      type="search"
      prefix={<SearchOutlined aria-hidden />}
      allowClear
      maxLength={100}
      placeholder={props.hint}
      aria-label={t('list:search')}
      aria-keyshortcuts="/"
      title={t('list:searchShortcut')}
      value={typed.text}
      onChange={({ target }) => setTyped({ ...typed, text: target.value })}
      onPressEnter={() => ask(typed.text.trim())}
    />
  )
}
