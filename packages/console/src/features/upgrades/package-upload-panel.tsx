import { createPackage, deletePackage, uploadForm } from '@gatehouse/contract/features/upgrades.ts'
import { Form, Progress } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { CallError } from '../../api/call-error.ts'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { errorText } from '../../ui/feedback/error-text.ts'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { FileField } from './file-field.tsx'
import { PackageFields, PackageIdentityFields } from './package-form.tsx'
import { packageErrorFields } from './package-error-fields.ts'
import { nameOf } from './package-words.tsx'
import { packagePaths } from './upgrade-queries.ts'
import { uploadPackage } from './upload-package.ts'
import { useKind } from './use-kind.ts'
import { usePackageAbility } from './use-package-ability.ts'

class FilesMissing extends Error {}

/** `…/new`: describes a package and uploads it; after an interruption the same button continues. */
export function PackageUploadPanel() {
  const t = useText()
  const kind = useKind()
  const navigate = useNavigate()
  const toast = useToast()
  const panel = usePanelRoute(packagePaths[kind])
  const [file, setFile] = useState<File>()
  const [signature, setSignature] = useState<File>()
  const [percent, setPercent] = useState<number>()
  /** The upload that was begun, with its description and its file. */
  const [begun, setBegun] = useState<{ id: string; about: string; file: File }>()
  return (
    <FormPanel
      title={t('upgrades:add')}
      schema={uploadForm}
      initial={{ make: 'gatehouse', strategy: 'silent', form: 'full', isForced: false }}
      submitLabel={t('upgrades:upload.submit')}
      errorFields={packageErrorFields}
      onClose={panel.close}
      onSubmit={async (body) => {
        if (!file || !signature) throw new FilesMissing()
        const about = { ...body, kind, fileName: file.name, size: file.size, signature: await signature.text() }
        const described = JSON.stringify(about)
        // Described otherwise since: the server knows the same version again and keeps what has arrived of the same file.
        const isSame = begun?.about === described
        const id = isSame ? begun.id : (await call(createPackage, { body: about })).id
        setBegun({ id, about: described, file })
        if (begun && begun.id !== id) await call(deletePackage, { params: { id: begun.id } })
        setPercent(0)
        return uploadPackage(id, file, begun?.id === id && begun.file !== file, setPercent)
      }}
      onSaved={(item) => {
        toast.done(t('upgrades:upload.done', { title: nameOf(item) }))
        void navigate(`${packagePaths[kind]}/detail?id=${item.id}`)
      }}
      refusal={(error) => {
        if (error instanceof FilesMissing) return t('upgrades:upload.missing')
        const isBroken = begun && error instanceof CallError && error.status === 0
        return isBroken ? `${errorText(error, t)} ${t('upgrades:upload.broken')}` : null
      }}
    >
      <div className="upgrade-files">
        <FileField label={t('upgrades:upload.file')} onFile={setFile} />
        <SignatureField onFile={setSignature} />
        {percent !== undefined && (
          <Progress percent={percent} aria-label={t('upgrades:upload.progress', { percent })} />
        )}
      </div>
      <PackageIdentityFields kind={kind} />
      <PackageFields kind={kind} />
    </FormPanel>
  )
}

function SignatureField({ onFile }: { onFile: (file: File | undefined) => void }) {
  const t = useText()
  const make: unknown = Form.useWatch('make')
  const ability = usePackageAbility(useKind(), make)
  const hint =
    ability?.checksSignature === false
      ? t('upgrades:upload.signatureUnchecked', { make: ability.make })
      : t('upgrades:upload.signatureHint')
  return <FileField label={t('upgrades:upload.signature')} hint={hint} accept=".sig" onFile={onFile} />
}
