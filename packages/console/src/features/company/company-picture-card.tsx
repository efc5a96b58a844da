import {
  deleteCompanyPicture,
  uploadCompanyPicture,
  type CompanyInfo,
  type CompanyPicture,
} from '@gatehouse/contract/features/company.ts'
import { imageAddress } from '@gatehouse/contract/features/images.ts'
import { UploadOutlined } from '@ant-design/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { mutationOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import { uploadErrorText } from '../../ui/feedback/error-text.ts'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { companyQuery } from './company-queries.ts'

const pictureTypes = ['image/jpeg', 'image/png']
const maxBytes = 4 * 1024 * 1024
/** The kinds under which pictures are read. */
const kindOf = { logo: 'company', background: 'background' } as const

/** The logo or the background, with what one does with it. */
export function CompanyPictureCard({ picture, company }: { picture: CompanyPicture; company: CompanyInfo }) {
  const t = useText()
  const mayWrite = useCan()('company.write')
  const client = useQueryClient()
  const confirmDelete = useConfirmDelete()
  const toast = useToast()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const shown = company[picture]
  const name = t(`company:picture.${picture}`)
  const keep = (next: CompanyInfo) => client.setQueryData(companyQuery.queryKey, next)

  const send = useMutation({
    ...mutationOf(uploadCompanyPicture),
    onSuccess: (next) => {
      keep(next)
      toast.done(t('company:uploaded', { picture: name }))
    },
    onError: (error) => setProblem(uploadErrorText(error, t)),
  })
  const choose = (file: File) => {
    if (!pictureTypes.includes(file.type)) return setProblem(t('form:portrait.wrongType'))
    if (file.size > maxBytes) return setProblem(t('form:portrait.tooLarge'))
    setProblem(null)
    send.mutate({ params: { picture }, body: { file } })
  }
  const remove = () =>
    void confirmDelete({
      title: t(`company:removeQuestion.${picture}`),
      text: t('company:removeText'),
      action: t(`company:remove.${picture}`),
      ends: [],
      run: async () => keep(await call(deleteCompanyPicture, { params: { picture } })),
    })

  return (
    <div className="company-picture">
      <h3>{name}</h3>
      <div className="company-picture-frame" data-picture={picture}>
        {shown ? (
          <img src={imageAddress(kindOf[picture], shown.id)} alt={name} width={shown.width} height={shown.height} />
        ) : (
          <span>{t('company:noPicture')}</span>
        )}
      </div>
      {mayWrite && <p>{t(`company:advice.${picture}`)}</p>}
      {problem !== null && (
        <div role="alert">
          <StatusMark meaning="bad">{problem}</StatusMark>
        </div>
      )}
      {mayWrite && (
        <div className="company-picture-buttons">
          <Button icon={<UploadOutlined aria-hidden />} loading={send.isPending} onClick={() => input.current?.click()}>
            {t(`company:choose.${picture}`)}
          </Button>
          {shown && <Button onClick={remove}>{t(`company:remove.${picture}`)}</Button>}
          <input
            ref={input}
            type="file"
            className="company-picture-file"
            tabIndex={-1}
            accept={pictureTypes.join(',')}
            aria-label={name}
            onChange={({ target }) => {
              const file = target.files?.[0]
              target.value = ''
              if (file) choose(file)
            }}
          />
        </div>
      )}
    </div>
  )
}
