import { imageAddress } from '@gatehouse/contract/features/images.ts'
import { uploadDisplayPortrait } from '@gatehouse/contract/features/portraits.ts'
import { LoadingOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { uploadErrorText } from '../../ui/feedback/error-text.ts'
import { useFaceDrop } from './face-drop.tsx'
import { useHoldForm } from '../../ui/form/form-context.ts'
import { shrinkPicture } from './shrink-picture.ts'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'

type Props = { id?: string; value?: string | null | undefined; onChange?: (id: string | null) => void }

/** The picture that is shown instead of the recognition portrait: chosen or dropped, and never checked. */
export function FaceDisplayUpload({ id, value, onChange }: Props) {
  const t = useText()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useHoldForm(isBusy)

  const send = async (file: File) => {
    setProblem(null)
    setIsBusy(true)
    try {
      const picture = await shrinkPicture(file)
      const { id } = await call(uploadDisplayPortrait, { body: { file: picture } })
      onChange?.(id)
    } catch (error) {
      setProblem(uploadErrorText(error, t))
    } finally {
      setIsBusy(false)
    }
  }
  const drop = useFaceDrop(t('form:portrait.displayLabel'), (file) => void send(file))
  return (
    <div {...drop.area}>
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
              <p>{drop.isOver ? t('form:portrait.dropNow') : t('form:portrait.displayRules')}</p>
            ) : (
              <>
                <StatusMark meaning="bad">{t('form:portrait.bad')}</StatusMark>
                <p>{problem}</p>
              </>
            )}
          </div>
          <div className="face-upload-buttons">
            <Button id={id} icon={<UploadOutlined aria-hidden />} onClick={drop.choose}>
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
      {drop.field}
    </div>
  )
}
