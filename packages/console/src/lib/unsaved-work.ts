/**
 * Work of this tab that is not saved yet: it outlives a reload, and a session that ended by itself. Nobody else reads it: it is kept
 * for one account, and forgotten when somebody signs out.
 */
const keyPrefix = 'unsavedWork.'
const keyOf = (name: string, accountId: string) => `${keyPrefix}${name}.${accountId}`

export const unsavedWork = (name: string, accountId: string) => sessionStorage.getItem(keyOf(name, accountId))

/** Null: everything is saved. */
export function keepUnsavedWork(name: string, accountId: string, text: string | null) {
  if (text === null) sessionStorage.removeItem(keyOf(name, accountId))
  else sessionStorage.setItem(keyOf(name, accountId), text)
}

/** Of everybody, or of everybody but one. */
export function forgetUnsavedWork(exceptAccountId?: string) {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(keyPrefix) && (exceptAccountId === undefined || !key.endsWith(`.${exceptAccountId}`)))
      sessionStorage.removeItem(key)
}
