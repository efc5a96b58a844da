import { blacklistInput } from '@gatehouse/contract/features/blacklist.ts'
import { furtherPortraitIds } from '@gatehouse/contract/features/portraits/sent-portraits.ts'
import { Input } from 'antd'
import { useText } from '../../i18n/i18n.ts'
import type { ErrorFields } from '../../ui/feedback/form-errors.ts'
import { FaceUpload } from '../../parts/face/face-upload.tsx'
import { FurtherFacesField } from '../../parts/face/further-faces.tsx'
import { FormFold } from '../../ui/form/form-fold.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { GroupSelect } from '../../parts/person/form-group-select.tsx'

/** Refusals that belong to one field. */
export const blacklistErrorFields: ErrorFields = {
  'group.not-found': 'groupIds',
  'portrait.not-found': 'portraitId',
  'portrait.other-person': 'furtherPortraitIds',
  'portrait.limit-reached': 'furtherPortraitIds',
}

export const blacklistFormInput = blacklistInput.extend({ furtherPortraitIds })

/** The fields of a blacklisted person, the same for a new one and an old one, who had the portrait `former`. */
export function BlacklistFields({ former = null }: { former?: string | null }) {
  const t = useText()
  return (
    <>
      <FormField name="name" label={t('blacklist:form.name')}>
        <Input autoComplete="off" />
      </FormField>
      <FormField name="portraitId" label={t('form:portrait.label')}>
        <FaceUpload />
      </FormField>
      <FurtherFacesField former={former} />
      <FormField name="reason" label={t('blacklist:move.reason')}>
        <Input.TextArea rows={2} />
      </FormField>
      <FormField name="groupIds" label={t('blacklist:move.groups')} hint={t('blacklist:move.groupsHint')}>
        <GroupSelect kind="blacklisted" />
      </FormField>
      <FormFold title={t('blacklist:form.more')}>
        <FormField name="phone" label={t('blacklist:form.phone')}>
          <Input type="tel" autoComplete="off" />
        </FormField>
        <FormField name="remark" label={t('blacklist:form.remark')}>
          <Input.TextArea rows={3} />
        </FormField>
      </FormFold>
    </>
  )
}
