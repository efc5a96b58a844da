import { addressOf, type RouteRequest } from '@gatehouse/contract/client.ts'

declare global {
  interface Window {
    /** Set by a page that hosts the console elsewhere than on its own server (a terminal's web view, for example). */
    gatehouseConfig?: Partial<ApiPlace>
  }
}

/** The address of the API. `localApi`: the method goes into the path and `activePara` after it (REQ-01). */
export type ApiPlace = { baseUrl: string; localApi: boolean; activePara: string }

/** The host's setting first, then the built-in one (VITE_API_BASE_URL, VITE_LOCAL_API, VITE_ACTIVE_PARA), else this server. */
export function apiPlace(): ApiPlace {
  const { VITE_API_BASE_URL, VITE_LOCAL_API, VITE_ACTIVE_PARA } = import.meta.env
  return {
    baseUrl: VITE_API_BASE_URL ?? '',
    localApi: VITE_LOCAL_API === '1',
    activePara: VITE_ACTIVE_PARA ?? '',
    ...window.gatehouseConfig,
  }
}

/** The address of a request at that place: `/api/v2/devices/7`; in local-API mode `/api/get/v2/devices/7/<activePara>` (REQ-01). */
export function apiAddress(
  request: Pick<RouteRequest, 'method' | 'prefix' | 'path' | 'query'>,
  place: ApiPlace = apiPlace(),
): string {
  const base = place.baseUrl.replace(/\/+$/, '')
  // A route that is open to everybody has no local form.
  if (!place.localApi || request.prefix === '/public') return base + addressOf(request)
  const suffix = place.activePara ? `/${encodeURIComponent(place.activePara)}` : ''
  return base + addressOf({ ...request, path: `/${request.method.toLowerCase()}${request.path}${suffix}` })
}
