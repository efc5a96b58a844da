/** The sign of the product in ink, which the favicon has in blue. */
export const BrandMark = () => (
  <svg className="brand-mark" viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
    <rect width="32" height="32" rx="7" />
    <path d="M8 26V14a8 8 0 0 1 16 0v12M10.8 26c.4-3.6 2.4-5.6 5.2-5.6s4.8 2 5.2 5.6" />
    <circle cx="16" cy="15.2" r="3" />
  </svg>
)
