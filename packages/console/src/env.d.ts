/** The settings that can be built in (REQ-01); see `api/api-address.ts`. */
interface ImportMetaEnv {
  readonly VITE_API_BASE_URL?: string
  readonly VITE_LOCAL_API?: string
  readonly VITE_ACTIVE_PARA?: string
}
