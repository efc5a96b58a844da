import { createContext, useContext, useEffect } from 'react'
import { z } from 'zod'
import type { FormSchema, FormValues } from './form-schema.ts'

type FormContextValue = {
  schema: FormSchema
  hold: (isBusy: boolean) => void
  /** Sets fields that somebody did not type in; they count as changed all the same. */
  fill: (values: FormValues) => void
}

/** A form gives its fields its schema and the means to block it while a field is busy. */
export const FormContext = createContext<FormContextValue>({ schema: z.object({}), hold: () => {}, fill: () => {} })

/** While a field is busy (a portrait is being checked) the form cannot be saved. */
export function useHoldForm(isBusy: boolean) {
  const { hold } = useContext(FormContext)
  useEffect(() => {
    if (!isBusy) return
    hold(true)
    return () => hold(false)
  }, [hold, isBusy])
}
