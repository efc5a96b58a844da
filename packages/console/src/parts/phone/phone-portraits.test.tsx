import { maxPortraits } from '@gatehouse/contract/features/people/several-portraits.ts'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { unreadableFile } from '../../../test/unreadable-file.ts'
import { CallError } from '../../api/call-error.ts'
import { errors } from '../../i18n/en/errors.ts'
import { form } from '../../i18n/en/form.ts'
import { phone } from '../../i18n/en/phone.ts'
import { PhoneCatalogs } from '../../i18n/phone-texts.ts'
import { type PhotoSet, type UploadPhoto, usePhotoSet } from '../face/use-photo-set.ts'
import { refuseOthers } from './refuse-others.ts'
import { PhonePortraits } from './phone-portraits.tsx'

const shown: { set?: PhotoSet } = {}
const ids = () => shown.set?.ids
let sent: { name: string; beside: readonly string[] }[] = []
beforeEach(() => {
  sent = []
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

const texts = phone.portrait
/** A server that refuses pictures of the name `other…` is busy when it first sees `busy…`, and finds the others good. */
const upload: UploadPhoto = async (file, beside) => {
  const name = file instanceof File ? file.name : ''
  sent.push({ name, beside })
  if (name.startsWith('busy') && sent.filter((one) => one.name === name).length === 1)
    throw new CallError({ message: 'server.busy', code: '503', status: 503, data: { seconds: 0.3 } })
  if (name.startsWith('other'))
    throw new CallError({
      message: 'portrait.other-person',
      code: '409',
      status: 409,
      desc: 'Somebody else',
      data: null,
    })
  return { ...good, id: name }
}
const good = { width: 1, height: 1, face: { x: 0, y: 0, width: 1, height: 1 }, checks: [] }
function Form({ isAsked = false, take = upload }: { isAsked?: boolean; take?: UploadPhoto }) {
  const set = usePhotoSet(take)
  useEffect(() => {
    shown.set = set
  })
  return <PhonePortraits set={set} isAsked={isAsked} />
}
const show = (isAsked = false, take = upload) =>
  render(
    <PhoneCatalogs value={{ errors, form, phone }}>
      <Form isAsked={isAsked} take={take} />
    </PhoneCatalogs>,
  )
const pictures = (...names: string[]) => names.map((name) => new File([name], name, { type: 'image/heic' }))
const choose = (files: File[]) => fireEvent.change(document.querySelector('input[multiple]')!, { target: { files } })
const items = () => screen.getAllByRole('listitem', { name: /^Photograph/ })

it('a photograph that a phone cannot read is told, and nothing is sent', async () => {
  show()
  choose([unreadableFile('cloud.jpg')])
  await screen.findByText(errors.fileUnreadable)
  expect(sent).toEqual([])
})

it('[MAN-06] of twelve photographs at once as many are taken as a person may have, one after the other, each beside those before it', async () => {
  show()
  choose(pictures(...Array.from({ length: 12 }, (_, i) => `${i + 1}.heic`)))
  await waitFor(() => expect(ids()).toHaveLength(maxPortraits))
  expect(sent.map(({ name, beside }) => [name, beside.length])).toEqual(
    [1, 2, 3, 4, 5].map((n) => [`${n}.heic`, n - 1]),
  )
  screen.getByText('At most 5 photographs are taken; 7 of these were left out.')
  // This browser shows no HEIC: the names tell them apart.
  within(items()[4]!).getByText('5.heic')
  expect(screen.getByRole('button', { name: texts.chooseMore }).hasAttribute('disabled')).toBe(true)
})

it('[MAN-08] one of somebody else is refused with its reason, the others stay, and it makes room for the next', async () => {
  show()
  choose(pictures('1.heic', 'other.heic', '2.heic'))
  await screen.findByText('Somebody else')
  await waitFor(() => expect(ids()).toEqual(['1.heic', '2.heic']))
  expect(items()).toHaveLength(3)
  choose(pictures('3.heic'))
  await waitFor(() => expect(ids()).toEqual(['1.heic', '2.heic', '3.heic']))
  expect(items()).toHaveLength(3)
})

it('[MAN-08] the phone says which of the others a refused photograph is unlike', async () => {
  const idOf = (n: number) => `0199aaaa-0000-7000-8000-00000000000${n}`
  let count = 0
  show(false, async () => {
    if (++count === 3)
      throw new CallError({
        message: 'portrait.other-person',
        code: '409',
        status: 409,
        desc: 'Somebody else',
        data: { portraitIds: [idOf(3)], unlike: { [idOf(3)]: [idOf(2)] } },
      })
    return { ...good, id: idOf(count) }
  })
  choose(pictures('1.heic', '2.heic', '3.heic'))
  await screen.findByText('Not like photograph 2.')
  expect(screen.queryByText('Not like photograph 1.')).toBeNull()
})

it('[MAN-08] of a submission that is refused each photograph says what it is unlike itself', async () => {
  const idOf = (n: number) => `0199aaaa-0000-7000-8000-00000000000${n}`
  let count = 0
  show(false, async () => ({ ...good, id: idOf(++count) }))
  choose(pictures('1.heic', '2.heic', '3.heic', '4.heic'))
  await waitFor(() => expect(ids()).toHaveLength(4))
  const unlike = { [idOf(3)]: [idOf(1)], [idOf(4)]: [idOf(2)] }
  const data = { portraitIds: Object.keys(unlike), unlike }
  act(() => {
    const refused = { message: 'portrait.other-person', code: '409', status: 409, desc: 'Somebody else', data }
    refuseOthers(new CallError(refused), shown.set!)
  })
  const said = (place: number) => within(items()[place]!).queryAllByText(/^Not like/)
  expect([2, 3].map((place) => said(place).map(({ textContent }) => textContent))).toEqual([
    ['Not like photograph 1.'],
    ['Not like photograph 2.'],
  ])
})

it.each([2, maxPortraits])(
  'of %i photographs one is removed by a press, and the keyboard goes on where more are chosen',
  async (count) => {
    show()
    choose(pictures(...Array.from({ length: count }, (_, i) => `${i + 1}.heic`)))
    await waitFor(() => expect(ids()).toHaveLength(count))
    fireEvent.click(within(items()[0]!).getByRole('button', { name: form.portrait.remove }))
    expect(ids()?.[0]).toEqual('2.heic')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: texts.chooseMore }))
  },
)

it('a photograph that a busy server puts off is sent again by itself, and the phone says so meanwhile', async () => {
  show()
  choose(pictures('busy.heic'))
  await screen.findByText(form.portrait.putOff)
  await waitFor(() => expect(ids()).toEqual(['busy.heic']))
  expect(sent).toHaveLength(2)
})

it('nothing is sent once the page was left: neither one that was put off nor those that wait behind it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  let sendings = 0
  const { unmount } = show(false, async () => {
    sendings++
    throw new CallError({ message: 'server.busy', code: '503', status: 503, data: { seconds: 60 } })
  })
  choose(pictures('1.heic', '2.heic'))
  await vi.waitFor(() => expect(screen.getByText(form.portrait.putOff)).toBeTruthy())
  unmount()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sendings).toBe(1)
})

it('a form that is sent too early says what is missing: a photograph, or the end of the check', async () => {
  show(true)
  screen.getByText(texts.required)
  choose(pictures('1.heic'))
  screen.getByText(texts.wait)
  await waitFor(() => expect(ids()).toEqual(['1.heic']))
  expect(screen.queryByText(texts.wait)).toBeNull()
})
