import { activate } from '@gatehouse/contract/features/licence.ts'
import { UploadOutlined } from '@ant-design/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form, Input } from 'antd'
import { useId, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { errorText } from '../../ui/error-text.ts'
import { useToast } from '../../ui/toast.tsx'

const codeMax = 500
const isLicenceFileName = (name: string) => /\.lic$/i.test(name)

/** A new licence takes the place of the one in force, at once. */
export function LicenceRenewal() {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const [form] = Form.useForm<{ code: string }>()
  const [file, setFile] = useState<File | null>(null)
  const [fileError, setFileError] = useState<string>()
  const fileInput = useRef<HTMLInputElement>(null)
  const id = useId()
  const save = useMutation({
    mutationFn: async (body: { active_code: string; license_file: number[] }) => call(activate, { body }),
    onSuccess: () => {
      toast.done(t('licence:done'))
      form.resetFields()
      setFile(null)
      void client.invalidateQueries({ queryKey: ['licence'] })
    },
  })

  const submit = async ({ code }: { code: string }) => {
    if (!file || !isLicenceFileName(file.name)) return setFileError(t('licence:fileRequired'))
    const bytes = await file.arrayBuffer().catch(() => undefined)
    if (!bytes) return setFileError(t('licence:fileUnreadable'))
    save.mutate({ active_code: code.trim(), license_file: [...new Uint8Array(bytes)] })
  }
  const choose = (chosen: File | null) => {
    setFile(chosen)
    setFileError(chosen && !isLicenceFileName(chosen.name) ? t('licence:fileRequired') : undefined)
  }

  return (
    <section className="licence-card" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t('licence:renew')}</h2>
      <p className="licence-quiet">{t('licence:renewText')}</p>
      {save.error && <Alert type="error" showIcon role="alert" title={errorText(save.error, t)} />}
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
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          {t('licence:submit')}
        </Button>
      </Form>
    </section>
  )
}
