import { useLocation } from 'react-router'
import { z } from 'zod'

const chosen = z.object({ deviceIds: z.array(z.uuid()) })

/** The devices selected in the list; they are passed with the navigation, since an address could not contain them. */
export function useSelectedDevices(): string[] {
  const state: unknown = useLocation().state
  return chosen.safeParse(state).data?.deviceIds ?? []
}
