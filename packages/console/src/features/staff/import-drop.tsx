import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState, type ReactNode } from 'react'

type Props = {
  label: string
  hint: string
  accept: string
  isMany?: boolean
  onFiles: (files: File[]) => void
  children?: ReactNode
}

/** Files by a button or dropped. */
export function FileDrop({ label, hint, accept, isMany = false, onFiles, children }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  return (
    <div
      className="import-drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        onFiles([...event.dataTransfer.files])
      }}
    >
      <Button icon={<UploadOutlined aria-hidden />} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <span className="import-quiet">{hint}</span>
      {children}
      <input
        ref={input}
        type="file"
        hidden
        multiple={isMany}
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          onFiles(files)
        }}
      />
    </div>
  )
}
