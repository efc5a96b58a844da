import type { ParamsInput, QueryInput, Route } from '@gatehouse/contract/route.ts'
import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useDownload } from './use-download.ts'

type Props<T extends Route> = { route: T; params?: ParamsInput<T>; query?: QueryInput<T>; children: ReactNode }

/** A button that saves the file of a route, and says in the page why it cannot. */
export function DownloadButton<T extends Route>({ route, params, query, children }: Props<T>) {
  const { download, isRunning } = useDownload()
  return (
    <Button
      icon={<DownloadOutlined aria-hidden />}
      loading={isRunning}
      onClick={() => download(route, { ...(params && { params }), ...(query && { query }) })}
    >
      {children}
    </Button>
  )
}
