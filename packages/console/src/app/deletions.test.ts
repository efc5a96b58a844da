import { expect, it } from 'vitest'

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}'], {
  eager: true,
  query: '?raw',
  import: 'default',
})

/** The routes of a file that delete something: it imports them by their names from the contract. */
const deletingRoutes = (source: string) =>
  [...source.matchAll(/import \{([^}]*)\} from '@gatehouse\/contract\/features\//g)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => /^(delete|remove|erase)[A-Z]/.test(name)),
  )

/** The deletions that nobody is asked about, and why. */
const unasked: Readonly<Record<string, string>> = {
  './forget-push.ts': 'signing out ends the notices of this browser',
  './palette/use-deeds.ts': 'it is the undo of what was just created',
  '../features/account/push-browsers.tsx': 'the same button turns the notices on again',
  '../features/upgrades/package-upload-panel.tsx': 'it is an upload that was begun and is begun again',
}

const deleting = Object.entries(sources).flatMap(([file, source]) =>
  deletingRoutes(source).map((route) => ({ file, route, source })),
)

// The question itself cannot be asked without words for what is lost: its type asks for them.
it.each(deleting.filter(({ file }) => !(file in unasked)))(
  '[MAN-11] $route in $file is asked about first, and the question says what is lost',
  ({ source }) => {
    expect(source).toContain('useConfirmDelete()')
  },
)

it('each deletion without a question is one that is there', () => {
  expect(deleting.map(({ file }) => file)).toEqual(expect.arrayContaining(Object.keys(unasked)))
})
