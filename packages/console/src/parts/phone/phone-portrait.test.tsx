import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { unreadableFile } from '../../../test/unreadable-file.ts'
import { errors } from '../../i18n/en/errors.ts'
import { form } from '../../i18n/en/form.ts'
import { phone } from '../../i18n/en/phone.ts'
import { PhoneCatalogs } from '../../i18n/phone-texts.ts'
import { PhonePortrait } from './phone-portrait.tsx'

afterEach(cleanup)

it('a photograph that a phone cannot read is told, and nothing is sent', async () => {
  const sent: Blob[] = []
  const upload = (file: Blob) => {
    sent.push(file)
    return Promise.reject(new Error('nothing is to be sent'))
  }
  render(
    <PhoneCatalogs value={{ errors, form, phone }}>
      <PhonePortrait upload={upload} onChange={() => {}} />
    </PhoneCatalogs>,
  )
  const files = [unreadableFile('cloud.jpg')]
  fireEvent.change(document.querySelector('input[type="file"]')!, { target: { files } })
  await screen.findByText(errors.fileUnreadable)
  expect(sent).toEqual([])
})
