import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useText } from '../../i18n/i18n.ts'
import { qrSvg } from './qr-path.ts'
import { QrCode } from './qr-code.tsx'
import { saveFile } from '../page/save-file.ts'
import './qr-code-card.css'

type QrCodeCardProps = {
  text: string
  /** The name of the code, for people who cannot see it, and the title of the printed sheet. */
  name: string
  /** Lines under the code on paper. */
  printed?: string
  fileName: string
  children?: ReactNode
}

/** A QR code with what one does with it: print it on a sheet of its own, or keep it as a drawing. */
export function QrCodeCard({ text, name, printed, fileName, children }: QrCodeCardProps) {
  const t = useText()
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    if (!isPrinting) return
    const end = () => setIsPrinting(false)
    addEventListener('afterprint', end)
    print()
    return () => removeEventListener('afterprint', end)
  }, [isPrinting])
  const download = () => saveFile(new Blob([qrSvg(text)], { type: 'image/svg+xml' }), `${fileName}.svg`)
  return (
    <div className="qr-card">
      <QrCode text={text} name={name} />
      {children}
      <div className="qr-card-buttons">
        <Button icon={<PrinterOutlined aria-hidden />} onClick={() => setIsPrinting(true)}>
          {t('list:printCode')}
        </Button>
        <Button icon={<DownloadOutlined aria-hidden />} onClick={download}>
          {t('list:downloadCode')}
        </Button>
      </div>
      {isPrinting &&
        createPortal(
          <div className="qr-sheet">
            <h1>{name}</h1>
            <QrCode text={text} name={name} />
            {printed && <p>{printed}</p>}
          </div>,
          document.body,
        )}
    </div>
  )
}
