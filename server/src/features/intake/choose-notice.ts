/** Tells whether the label printed before is no longer the package's. */
export const chooseNotice = (sent: string | null, kept: string) =>
  sent !== null && sent !== kept ? { notice: 'Imprima otra vez' as const } : {}
