import { imageAddress } from '@gatehouse/contract/features/images.ts'
import { uploadDisplayPortrait } from '@gatehouse/contract/features/portraits.ts'
import { LoadingOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState, type DragEvent } from 'react'
import { call } from '../api/call.ts'
import { useText } from '../i18n/i18n.ts'
import { errorText } from './error-text.ts'
import { useHoldForm } from './form-context.ts'
import { StatusMark } from './status-mark.tsx'
import './face-upload.css'

const pictureTypes = ['image/jpeg', 'image/png']
const mostBytes = 4 * 1024 * 1024

type Props = { id?: string; value?: string | null | undefined; onChange?: (id: string | null) => void }

/** The picture that is shown in the place of the recognition portrait: chosen or dropped, and never judged. */
export function FaceDisplayUpload({ id, value, onChange }: Props) {
  const t = useText()
  const [isBusy, setIsBusy] = useState(false)
  const [isOver, setIsOver] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  useHoldForm(isBusy)

  const send = async (file: File) => {
    if (!pictureTypes.includes(file.type)) return setProblem(t('form:portrait.wrongType'))
    if (file.size > mostBytes) return setProblem(t('form:portrait.tooLarge'))
    setProblem(null)
    setIsBusy(true)
    try {
      const { id } = await call(uploadDisplayPortrait, { body: { file } })
      onChange?.(id)
    } catch (error) {
      setProblem(errorText(error, t))
    } finally {
      setIsBusy(false)
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const file = event.dataTransfer.files[0]
    if (file) void send(file)
  }
  return (
    <div
      className="face-upload"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <div className="face-upload-main">
        {value ? (
          <img
            className="face-upload-picture"
            src={imageAddress('display', value, 320)}
            alt={t('form:portrait.displayPicture')}
          />
        ) : (
          <span className="face-upload-picture face-placeholder" aria-hidden />
        )}
        <div className="face-upload-words">
          <div role="status">
            {isBusy && <LoadingOutlined aria-hidden />}
            {problem === null ? (
              <p>{isOver ? t('form:portrait.dropNow') : t('form:portrait.displayRules')}</p>
            ) : (
              <>
                <StatusMark meaning="bad">{t('form:portrait.bad')}</StatusMark>
                <p>{problem}</p>
              </>
            )}
          </div>
          <div className="face-upload-buttons">
            <Button id={id} icon={<UploadOutlined aria-hidden />} onClick={() => input.current?.click()}>
              {value ? t('form:portrait.another') : t('form:portrait.choose')}
            </Button>
            {value && (
              <Button type="text" onClick={() => onChange?.(null)}>
                {t('form:portrait.remove')}
              </Button>
            )}
          </div>
        </div>
      </div>
      <input
        ref={input}
        type="file"
        className="face-upload-file"
        tabIndex={-1}
        accept={pictureTypes.join(',')}
        aria-label={t('form:portrait.displayLabel')}
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) void send(file)
        }}
      />
    </div>
  )
}
