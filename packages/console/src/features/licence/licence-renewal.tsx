import { activate, type LicenceLoss } from '@gatehouse/contract/features/licence.ts'
import { licenceFileMaxBytes } from '@gatehouse/contract/licence-bounds.ts'
import type { BodyInput, Reply } from '@gatehouse/contract/route.ts'
import { UploadOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { useId, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { mutationOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { lossesIn, lossTexts } from '../../lib/licence-losses.ts'
import { pressInPlace } from '../../ui/form/press-in-place.ts'
import { SettingsSection } from '../../ui/page/settings-section.tsx'
import { useConfirm } from '../../ui/feedback/confirm.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

const codeMax = 500
const isLicenceFileName = (name: string) => /\.lic$/i.test(name)

/** A new licence takes the place of the one in force, at once or on the day when it begins. */
export function LicenceRenewal() {
  const t = useText()
  const toast = useToast()
  const [form] = Form.useForm<{ code: string }>()
  const [file, setFile] = useState<File | null>(null)
  const [fileError, setFileError] = useState<string>()
  const fileInput = useRef<HTMLInputElement>(null)
  const id = useId()
  const confirm = useConfirm()
  const done = ({ begins_at }: Reply<typeof activate>) => {
    toast.done(begins_at ? t('licence:waits', { at: companyTime(begins_at, 'minute') }) : t('licence:done'))
    form.resetFields()
    setFile(null)
  }
  const save = useMutation({
    ...mutationOf(activate),
    onSuccess: done,
    onError: (error, { body }) => {
      const losses = lossesIn(error)
      if (losses.length > 0) ask(losses, body)
    },
  })
  /** Losses are shown before the licence is accepted. */
  const ask = (losses: readonly LicenceLoss[], body: BodyInput<typeof activate>) => {
    confirm({
      title: t('errors:licenceWorse.title'),
      text: t('errors:licenceWorse.lead'),
      extra: (
        <ul className="licence-losses">
          {lossTexts(losses, (key, facts) => t(`errors:licenceWorse.${key}`, facts)).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      ),
      action: t('errors:licenceWorse.accept'),
      run: async () => done(await call(activate, { body: { ...body, accept_worse: true } })),
    })
  }
  const failure = save.error && lossesIn(save.error).length === 0 ? save.error : null

  const submit = async ({ code }: { code: string }) => {
    if (!file || !isLicenceFileName(file.name)) return setFileError(t('licence:fileRequired'))
    // The server would only say how much it takes at once.
    if (file.size > licenceFileMaxBytes) return setFileError(t('licence:fileUnreadable'))
    const bytes = await file.arrayBuffer().catch(() => undefined)
    if (!bytes) return setFileError(t('licence:fileUnreadable'))
    save.mutate({ body: { active_code: code.trim(), license_file: [...new Uint8Array(bytes)] } })
  }
  const choose = (chosen: File | null) => {
    setFile(chosen)
    setFileError(chosen && !isLicenceFileName(chosen.name) ? t('licence:fileRequired') : undefined)
  }

  return (
    <SettingsSection title={t('licence:renew')} text={t('licence:renewText')}>
      {failure && <Notice kind="bad" title={errorText(failure, t)} />}
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(fields) => void submit(fields)}>
        <Form.Item
          name="code"
          label={t('licence:code')}
          validateTrigger="onBlur"
          rules={[
            { required: true, whitespace: true, message: t('licence:codeRequired') },
            { max: codeMax, message: t('licence:codeTooLong') },
          ]}
        >
          <Input autoComplete="off" spellCheck={false} />
        </Form.Item>
        <Form.Item
          label={t('licence:file')}
          htmlFor={`${id}-file`}
          {...(fileError && { validateStatus: 'error' as const, help: fileError })}
        >
          <input
            ref={fileInput}
            id={`${id}-file`}
            className="for-readers"
            type="file"
            accept=".lic"
            tabIndex={-1}
            onChange={({ target }) => choose(target.files?.[0] ?? null)}
          />
          <Button icon={<UploadOutlined aria-hidden />} onClick={() => fileInput.current?.click()}>
            {file?.name ?? t('licence:chooseFile')}
          </Button>
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={save.isPending} {...pressInPlace}>
          {t('licence:submit')}
        </Button>
      </Form>
    </SettingsSection>
  )
}
