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
      .map((name) => name.split(' as ').at(-1)?.trim() ?? '')
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

/** The beginning and the end of each call of this function, or mutation. */
function callsOf(source: string, name: string): { from: number; to: number }[] {
  return [...source.matchAll(new RegExp(String.raw`(?<![\w.])${name}(\.mutate(Async)?)?\(`, 'g'))].map(
    ({ index, 0: head }) => {
      let depth = 1
      let to = index + head.length
      while (depth > 0 && to < source.length) {
        const sign = source.charAt(to++)
        depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
      }
      return { from: index, to }
    },
  )
}

/** The functions of a file, each to its end at the margin. */
const functionsOf = (source: string) => source.split(/(?<=^\}\n)/m)

/** The uses of a route for which nobody is asked: in no question, nor in a function that questions alone call. */
const unaskedUses = (source: string, route: string) =>
  functionsOf(source.replaceAll(/import [^;]*? from '[^']+'|typeof \w+/g, '')).flatMap((body) => {
    const questions = callsOf(body, 'confirmDelete')
    const isAsked = (at: number) => questions.some(({ from, to }) => from < at && at < to)
    return [...body.matchAll(new RegExp(String.raw`\b${route}\b`, 'g'))]
      .filter(({ index }) => {
        if (isAsked(index)) return false
        const [, own] = [...body.slice(0, index).matchAll(/^  const (\w+) = /gm)].at(-1) ?? []
        const calls = own === undefined ? [] : callsOf(body, own)
        return calls.length === 0 || !calls.every(({ from }) => isAsked(from))
      })
      .map(({ index }) =>
        body
          .slice(0, index + route.length)
          .split('\n')
          .at(-1),
      )
  })

// The question itself cannot be asked without words for what is lost: its type asks for them.
it.each(deleting.filter(({ file }) => !(file in unasked)))(
  '[MAN-11] $route in $file is asked about first, and the question says what is lost',
  ({ source, route }) => {
    expect(source).toContain('useConfirmDelete()')
    expect(unaskedUses(source, route)).toEqual([])
  },
)

it('a call that deletes beside the question, or in a function that is called without it, is found', () => {
  const asked = 'confirmDelete({ run: () => call(deleteDoor, {}) })'
  const inFunction = '  const remove = async () => {\n    await call(deleteDoor, {})\n  }\n'
  const mutation = '  const remove = useMutation(mutationOf(deleteDoor))\n'
  const question = '  confirmDelete({ run: () => remove() })\n'
  expect(unaskedUses(`${asked}\nisCode<typeof deleteDoor>(error)`, 'deleteDoor')).toEqual([])
  expect(unaskedUses(`${asked}\ncall(deleteDoor, {})`, 'deleteDoor')).toHaveLength(1)
  expect(unaskedUses(inFunction + question, 'deleteDoor')).toEqual([])
  expect(unaskedUses(`${inFunction}${question}  remove()\n`, 'deleteDoor')).toHaveLength(1)
  expect(unaskedUses(`${mutation}${question.replace('remove', 'remove.mutateAsync')}`, 'deleteDoor')).toEqual([])
  expect(unaskedUses(`${mutation}${question}  remove.mutate()\n`, 'deleteDoor')).toHaveLength(1)
  // a question of one function says nothing about another
  const others = `function Row() {\n${inFunction}${question}}\nfunction Head() {\n${inFunction}  remove()\n}\n`
  expect(unaskedUses(others, 'deleteDoor')).toHaveLength(1)
})

it('each deletion without a question is one that is there', () => {
  expect(deleting.map(({ file }) => file)).toEqual(expect.arrayContaining(Object.keys(unasked)))
})
