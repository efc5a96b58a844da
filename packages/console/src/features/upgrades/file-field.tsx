import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useId, useRef, useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import './upgrades.css'

/** One file. The browser's own field speaks the browser's language, so it is there for screen readers only. */
export function FileField(props: {
  label: string
  hint?: string
  accept?: string
  onFile: (file: File | undefined) => void
}) {
  const t = useText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState<string>()
  return (
    <div className="upgrade-file">
      <label id={`${id}-label`} htmlFor={id}>
        {props.label}
      </label>
      <input
        ref={input}
        id={id}
        className="for-readers"
        type="file"
        accept={props.accept}
        tabIndex={-1}
        onChange={({ target }) => {
          const file = target.files?.[0]
          setName(file?.name)
          props.onFile(file)
        }}
      />
      <Button
        icon={<UploadOutlined aria-hidden />}
        aria-describedby={`${id}-label`}
        onClick={() => input.current?.click()}
      >
        <span className="upgrade-file-name">{name ?? t('upgrades:upload.choose')}</span>
      </Button>
      {props.hint && <small>{props.hint}</small>}
    </div>
  )
}
