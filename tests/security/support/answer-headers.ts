const required: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'x-frame-options': /^DENY$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'permissions-policy': /^camera=\(self\), serial=\(self\), usb=\(self\), (?:\w+=\(\)(?:, |$))+$/,
  'content-security-policy':
    /^(?=.*default-src 'none')(?=.*frame-ancestors 'none')(?=.*base-uri 'none')(?=.*require-trusted-types-for 'script')(?=.*script-src 'self' 'wasm-unsafe-eval'(?:;|$))/,
}

/** Lists what an answer's headers lack or give away. */
export function findHeaderFaults({ headers }: { headers: Record<string, unknown> }, isApi: boolean): string[] {
  const wrong = Object.entries(required).filter(([name, form]) => !form.test(String(headers[name])))
  const leaking = Object.keys(headers).filter((name) =>
    /^access-control|^x-powered-by$|^server$|^set-cookie$/.test(name),
  )
  return [
    ...wrong.map(([name]) => `${name} is ${headers[name]}`),
    ...leaking.map((name) => `it says ${name}`),
    ...(isApi && headers['cache-control'] !== 'no-store' ? [`it may be kept: ${headers['cache-control']}`] : []),
  ]
}
