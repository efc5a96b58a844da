import { useLocation } from 'react-router'
import { z } from 'zod'

const chosen = z.object({ deviceIds: z.array(z.uuid()) })

/** The devices that were chosen in the list; they travel with the navigation, since an address could not hold them. */
export function useSelectedDevices(): string[] {
  const state: unknown = useLocation().state
  return chosen.safeParse(state).data?.deviceIds ?? []
}
