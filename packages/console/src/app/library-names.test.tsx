import { BellOutlined } from '@ant-design/icons'
import { act, cleanup, render, screen } from '@testing-library/react'
import { Input, InputNumber, Pagination, Select } from 'antd'
import type { ReactNode } from 'react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { changeLanguage, startI18n, useText } from '../i18n/i18n.ts'
import { useLibraryNames } from './library-names.ts'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('zh')
})
afterAll(async () => {
  cleanup()
  await changeLanguage('en')
})

function Page({ children }: { children?: ReactNode }) {
  useLibraryNames(useText())
  return <>{children}</>
}

it('[LAY-07] parts of the component library have names in the language of the page, and its icons none', async () => {
  const { rerender } = render(<Page />)
  rerender(
    <Page>
      <Select allowClear value="a" options={[{ value: 'a', label: 'A' }]} />
      <Input allowClear defaultValue="a" />
      <InputNumber />
      <Input.Search />
      <Pagination total={50} />
      <Input prefix={<BellOutlined />} />
    </Page>,
  )
  expect(await screen.findAllByLabelText('清除')).toHaveLength(2)
  for (const name of ['增加', '减少', '搜索', '上一页', '下一页']) expect(screen.getByLabelText(name)).toBeDefined()
  expect(document.querySelector('.anticon:not([aria-hidden=true])')).toBeNull()
  await act(() => changeLanguage('zh-tw'))
  expect(screen.getByLabelText('減少')).toBeDefined()
})
