import { furtherPortraitIds } from '@gatehouse/contract/features/portraits/sent-portraits.ts'
import { guestRatings, uploadVisitorPortrait, visitorInput } from '@gatehouse/contract/features/visitors.ts'
import { Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { FaceUpload } from '../../parts/face/face-upload.tsx'
import { FormFold } from '../../ui/form/form-fold.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { GroupSelect } from '../../parts/person/form-group-select.tsx'
import { InstantPicker } from '../../ui/form/form-instant.tsx'
import { HostSelect } from './host-select.tsx'

export const visitorFormInput = visitorInput.extend({ furtherPortraitIds })

type Props = {
  host: { id: string; name: string } | null
  presets?: ReactNode
  /** Under the portrait. */
  furtherFaces: ReactNode
  pass?: ReactNode
}

/** The fields of a visitor, the same for a new one and an old one: who, when, the face and the host first. */
export function VisitorFields({ host, presets, furtherFaces, pass }: Props) {
  const t = useText()
  return (
    <>
      <FormField name="name" label={t('visitors:form.name')}>
        <Input autoComplete="off" />
      </FormField>
      {presets}
      <div className="form-row">
        <FormField name="validFromAt" label={t('visitors:form.from')}>
          <InstantPicker />
        </FormField>
        <FormField name="validToAt" label={t('visitors:form.to')}>
          <InstantPicker />
        </FormField>
      </div>
      <FormField name="portraitId" label={t('form:portrait.label')}>
        <FaceUpload route={uploadVisitorPortrait} />
      </FormField>
      {furtherFaces}
      <FormField name="hostId" label={t('visitors:form.host')} hint={t('visitors:form.hostHint')}>
        <HostSelect known={host} />
      </FormField>
      {pass && <div className="visit-with-pass">{pass}</div>}
      <FormFold title={t('visitors:form.visit')}>
        <FormField name="purpose" label={t('visitors:form.purpose')}>
          <Input autoComplete="off" />
        </FormField>
        <FormField name="company" label={t('visitors:form.company')}>
          <Input autoComplete="off" />
        </FormField>
        <FormField name="groupIds" label={t('visitors:form.groups')} hint={t('visitors:form.groupsHint')}>
          <GroupSelect kind="visitor" />
        </FormField>
        <FormField name="guestRating" label={t('visitors:form.rating')}>
          <Select
            allowClear
            options={guestRatings.map((rating) => ({
              value: rating,
              label: t('visitors:form.ratingOf', { rating: String(rating) }),
            }))}
          />
        </FormField>
      </FormFold>
      <FormFold title={t('visitors:form.contact')}>
        <FormField name="phone" label={t('visitors:form.phone')} hint={t('visitors:form.phoneHint')}>
          <Input type="tel" autoComplete="off" />
        </FormField>
        <FormField name="email" label={t('visitors:form.email')}>
          <Input type="email" autoComplete="off" />
        </FormField>
      </FormFold>
      <FormFold title={t('visitors:form.identity')}>
        <FormField name="idNumber" label={t('visitors:form.idNumber')}>
          <Input autoComplete="off" />
        </FormField>
        <FormField name="remark" label={t('visitors:form.remark')}>
          <Input.TextArea rows={3} />
        </FormField>
      </FormFold>
    </>
  )
}
