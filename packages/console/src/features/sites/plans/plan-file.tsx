import { planFileTypes, previewFloorPlan } from '@gatehouse/contract/features/floor-plans.ts'
import type { Reply } from '@gatehouse/contract/route.ts'
import { UploadOutlined } from '@ant-design/icons'
import { Button, InputNumber, Spin } from 'antd'
import { type DragEvent, useId, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { useText } from '../../../i18n/i18n.ts'
import { errorText } from '../../../ui/feedback/error-text.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'

/** A file that can be drawn, and which of its pages. */
export type PlanFile = { file: File; page: number }

type Preview = Reply<typeof previewFloorPlan>

/** A file for a plan, dropped or picked, as the server draws it; of a PDF with several pages, one is chosen. */
export function PlanFileField({ onFile }: { onFile: (file: PlanFile | null) => void }) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const pageLabel = useId()
  const [chosen, setChosen] = useState<PlanFile | null>(null)
  const [preview, setPreview] = useState<Preview | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isDrawing, setIsDrawing] = useState(false)
  const latest = useRef(0)

  const draw = async (file: File, page: number) => {
    const mine = ++latest.current
    setChosen({ file, page })
    onFile(null)
    setError(null)
    setIsDrawing(true)
    try {
      const drawn = await call(previewFloorPlan, {
        query: { page },
        body: { files: [{ name: file.name, content: file }] },
      })
      if (mine !== latest.current) return
      setPreview(drawn)
      onFile({ file, page })
    } catch (failure) {
      if (mine !== latest.current) return
      setPreview(null)
      setError(failure)
    } finally {
      if (mine === latest.current) setIsDrawing(false)
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const file = event.dataTransfer.files[0]
    if (file) void draw(file, 1)
  }
  return (
    <div className="plan-file" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      {preview && (
        <img src={preview.picture} alt={t('sites:plan.file.preview')} width={preview.width} height={preview.height} />
      )}
      <Spin spinning={isDrawing} description={t('sites:plan.file.drawing')}>
        <p className="site-quiet">{t('sites:plan.file.hint')}</p>
      </Spin>
      <Button icon={<UploadOutlined aria-hidden />} onClick={() => input.current?.click()}>
        {t(chosen ? 'sites:plan.file.other' : 'sites:plan.file.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={planFileTypes.join(',')}
        aria-label={t('sites:plan.file.choose')}
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) void draw(file, 1)
        }}
      />
      {chosen && preview && preview.pageCount > 1 && (
        <p>
          <span id={pageLabel}>{t('sites:plan.file.page', { count: preview.pageCount })}</span>{' '}
          <InputNumber
            aria-labelledby={pageLabel}
            min={1}
            max={preview.pageCount}
            precision={0}
            value={chosen.page}
            onChange={(page) => page !== null && page !== chosen.page && void draw(chosen.file, page)}
          />
        </p>
      )}
      {error !== null && <Notice kind="bad" title={errorText(error, t)} />}
    </div>
  )
}
