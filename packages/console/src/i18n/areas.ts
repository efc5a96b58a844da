import type { bell } from './en/bell.ts'
import type { errors } from './en/errors.ts'
import type { form } from './en/form.ts'
import type { frame } from './en/frame.ts'
import type { list } from './en/list.ts'
import type { menu } from './en/menu.ts'
import type { palette } from './en/palette.ts'
import type { phone } from './en/phone.ts'
import type { shared } from './en/shared.ts'

/**
 * The areas of text by their names. These are of the frame, and what several features say; each feature adds its own beside
 * its texts (`features/staff/staff-feature.ts`). English is the shape, the other languages say `satisfies SameShape<…>`.
 */
export interface Areas {
  bell: typeof bell
  errors: typeof errors
  form: typeof form
  frame: typeof frame
  list: typeof list
  menu: typeof menu
  palette: typeof palette
  phone: typeof phone
  shared: typeof shared
}

export type Area = keyof Areas
