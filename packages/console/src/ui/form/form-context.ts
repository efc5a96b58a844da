import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import { z } from 'zod'
import type { FormSchema, FormValues } from './form-schema.ts'

type FormContextValue = {
  schema: FormSchema
  hold: (isBusy: boolean) => void
  /** Sets fields that somebody did not type in; they count as changed all the same. */
  fill: (values: FormValues) => void
  /** A fold opens when it is called with the name of one of its fields. Gives the way to take it out again. */
  addFold: (open: (names: readonly string[]) => void) => () => void
}

/** A form gives its fields its schema and the means to block it while a field is busy. */
export const FormContext = createContext<FormContextValue>({
  schema: z.object({}),
  hold: () => {},
  fill: () => {},
  addFold: () => () => {},
})

export type FoldedField = { name: string; label: string }

/** A fold is told which fields are in it. */
export const FoldContext = createContext<{ add: (field: FoldedField) => () => void } | null>(null)

/** Tells the fold around a field, if there is one, that the field is in it. */
export function useFolded(name: string, label: string) {
  const fold = useContext(FoldContext)
  useEffect(() => fold?.add({ name, label }), [fold, name, label])
}

/** While a field is busy (a portrait is being checked) the form cannot be saved. */
export function useHoldForm(isBusy: boolean) {
  const { hold } = useContext(FormContext)
  useEffect(() => {
    if (!isBusy) return
    hold(true)
    return () => hold(false)
  }, [hold, isBusy])
}

/** For a field that stands outside a form: what to give it as its form, and whether it is busy. */
export function useFieldAlone() {
  const form = useContext(FormContext)
  const [holds, setHolds] = useState(0)
  const value = useMemo(
    () => ({ ...form, hold: (isBusy: boolean) => setHolds((count) => count + (isBusy ? 1 : -1)) }),
    [form],
  )
  return { form: value, isBusy: holds > 0 }
}
