const signInPath = '/login'

/** With a query, or with an id in its path. */
export const leadsToSomething = ({ pathname, search }: { pathname: string; search: string }): boolean =>
  search !== '' || pathname.split('/').some((part) => /\d/.test(part))

/** Afterwards the link that was opened, if `isLinkKept`, else the dashboard. Returns the function that ends this. */
export function holdSignInAddress(isLinkKept: boolean): () => void {
  // In the history's entry it outlives a reload, and ends with the tab.
  const kept: unknown = history.state?.link
  const opened = location.pathname === signInPath ? kept : leadsToSomething(location) ? location.href : undefined
  const link = isLinkKept && typeof opened === 'string' ? opened : undefined
  history.replaceState({ link }, '', signInPath)
  const stay = () => history.replaceState(null, '', signInPath)
  window.addEventListener('popstate', stay)
  return () => {
    window.removeEventListener('popstate', stay)
    history.replaceState(null, '', history.state?.link ?? '/dashboard')
  }
}
