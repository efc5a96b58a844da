import { SearchOutlined } from '@ant-design/icons'
import { Input, type InputRef } from 'antd'
import { useRef } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { useSlashSearches } from './list-keys.ts'
import { useTypedSearch } from './use-typed-search.ts'

/** The search box of a list without filters. */
export function ListSearch(props: { value: string; hint: string; onSearch: (keyword: string) => void }) {
  const t = useText()
  const input = useRef<InputRef>(null)
  const search = useTypedSearch(props.value, props.onSearch)
  useSlashSearches(() => input.current?.focus({ cursor: 'all' }))
  return (
    <Input
      ref={input}
      className="list-search"
      type="search"
      prefix={<SearchOutlined aria-hidden />}
      allowClear
      maxLength={100}
      placeholder={props.hint}
      aria-label={t('list:search')}
      aria-keyshortcuts="/"
      title={t('list:searchShortcut')}
      value={search.text}
      onChange={({ target }) => search.type(target.value)}
      onPressEnter={search.ask}
    />
  )
}
